import type { TestService } from '../../../../src/testing/createTestService.js';
import { everyExample } from '../../../support/examples/everyExample.js';
import { absent, resourcesOf } from '../../../support/examples/resources.js';
import { makeOtherParent, makeSubOrganization, sendStamped } from '../../../support/parties.js';

/** Sends every row's example, for existing and absent resources, in a parent and in a sub-organization. */
export async function exampleFlow(test: TestService): Promise<void> {
  const [ada] = (await makeSubOrganization(test)).users;
  for (const [party, parentId] of [[await makeOtherParent(test), null] as const, [ada, test.organizationId] as const]) {
    const { key, organizationId } = party;
    for (const has of [await resourcesOf(test, party, parentId), absent]) {
      for (const { row, body } of everyExample.filter((each) => each.row.kind !== 'proxy')) {
        test.clock.advanceMs(1);
        await sendStamped(test, key, row, await body({ test, organizationId, has }));
      }
    }
  }
}
