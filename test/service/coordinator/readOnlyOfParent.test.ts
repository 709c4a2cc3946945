import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActivityRow, newestOf } from '../../../src/contract/row.js';
import { activityRows, queryRows } from '../../../src/contract/rows.js';
import { createReadOnlySession } from '../../../src/contract/sessions.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { exampleOf } from '../../support/examples/examples.js';
import { type Resources, resourcesOf } from '../../support/examples/resources.js';
import { codeOf, done, makeSubOrganization, type Party, rootOf, sendStamped } from '../../support/parties.js';
import { post } from '../../support/wire.js';

let service: TestService;
let root: Party;
let session: string;
let places: { readonly name: string; readonly organizationId: string; readonly has: Resources }[];

beforeAll(async () => {
  service = await createTestService({ primitives: await nodePrimitives() });
  root = await rootOf(service);
  const { organizationId, users } = await makeSubOrganization(service);
  places = [
    { name: 'parent', organizationId: root.organizationId, has: await resourcesOf(service, root, null) },
    { name: 'sub-organization', organizationId, has: await resourcesOf(service, users[0], root.organizationId) },
  ];
});
afterAll(() => service.close());

/** A new one before each row, since they end after 900 seconds. */
async function open(): Promise<void> {
  ({ session } = await done(service, root, createReadOnlySession, {}));
}

const names = <Rows extends object>(rows: Rows) => Object.keys(rows) as (keyof Rows)[];
const recorded = async () =>
  (await service.service.tools.store.db.selectFrom('activities').select('activity_id').execute()).length;

describe('T-48 a read-only session of the parent’s root user', () => {
  test.each(names(queryRows))('%s: reads what the root user reads', async (name) => {
    await open();
    for (const { name: place, organizationId, has } of places) {
      const row = queryRows[name];
      const body = JSON.stringify({ organizationId, ...(await exampleOf(name).request(has)) });
      const byRoot = await sendStamped(service, root.key, row, body);
      const byReader = await post(service, row.path, body, { 'X-Session': session });
      expect([byReader.status, await byReader.text()], place).toEqual([byRoot.status, await byRoot.text()]);
    }
  });

  test.each(names(activityRows))('%s: does nothing, and leaves no trace', async (name) => {
    await open();
    for (const { name: place, organizationId, has } of places) {
      const row: ActivityRow = activityRows[name];
      const parameters = await exampleOf(name).request(has);
      const timestampMs = String(service.clock());
      const body = JSON.stringify({ type: newestOf(row).type, timestampMs, organizationId, parameters });
      const before = await recorded();
      const response = await post(service, row.path, body, { 'X-Session': session });
      expect([response.status, await codeOf(response)], place).toEqual([401, 'STAMP_NOT_TAKEN']);
      expect(await recorded(), place).toBe(before);
    }
  });
});
