import { importAgreementKey } from '../../../../src/crypto/p256.js';
import { endCodes } from '../../../../src/service/coordinator/codes/endCodes.js';
import { replaceProxyKeys } from '../../../../src/service/coordinator/operations/authProxy/replaceProxyKeys.js';
import { type NewestIds, retireKeys, takeOff } from '../../../../src/service/secrets/retireKeys.js';
import { openToEveryOrigin } from '../../../../src/service/store/openToEveryOrigin.js';
import { organizationsOfKey } from '../../../../src/service/store/organizationsOfKey.js';
import { parentOrganizations } from '../../../../src/service/store/parentOrganizations.js';
import type { TestService } from '../../../../src/testing/createTestService.js';

/** The statements of an operator's commands, while a service runs. */
export async function operatorsFlow(test: TestService): Promise<void> {
  const { store } = test.service.tools;
  await openToEveryOrigin(store);
  await parentOrganizations(store);
  await organizationsOfKey(store, test.rootApiKey.publicKey);
  await olderKeys(test);
  await forgottenKeys(test);
}

async function olderKeys({ service, clock }: TestService): Promise<void> {
  const { db } = service.tools.store;
  const keys = await db.selectFrom('check_values').select(['secret', 'key_id']).execute();
  const newest = Object.fromEntries(keys.map(({ secret, key_id }) => [secret, key_id])) as NewestIds;
  const older = { secret: 'code pepper', key_id: 'older', value: new Uint8Array(32), used_at_ms: 0 } as const;
  await db.insertInto('check_values').values(older).execute();
  await retireKeys(service.tools.store, newest, { keepsProxyKeys: false, nowMs: clock() });
}

async function forgottenKeys({ service: { tools }, clock }: TestService): Promise<void> {
  await endCodes(tools.store, { madeUntilMs: clock(), nowMs: clock() });
  await takeOff(tools.store, { secret: 'proxy key', keyId: 'older' }, clock());
  await replaceProxyKeys(tools, [await importAgreementKey(new Uint8Array(32).fill(7))]);
}
