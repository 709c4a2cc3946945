import { expect, test } from 'vitest';
import { createUsers } from '../../src/contract/users.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { openLibsql } from '../../src/service/store/openLibsql.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { act, codeOf, done, makeSubOrganization } from '../../test/support/parties.js';
import { post, stampOf } from '../../test/support/wire.js';
import { attackersMember, attackersWallet, attacksOf, uploads, walletOf } from './attacks.js';

test('each attack arrives where it is meant to: it is done, or refused by what it attacks', async () => {
  const service = await createTestService({ store: await openLibsql(':memory:') });
  const { users, organizationId } = await makeSubOrganization(service);
  const [root] = users;
  const { addresses } = await done(service, root, createWallet, attackersWallet as never);
  const key = await createSigningKey();
  await done(service, root, createUsers, attackersMember(key.publicKey));
  for (const { row, parameters } of uploads()) await act(service, root, row, parameters as never).catch(() => {});
  const attacks = await attacksOf(organizationId, walletOf(addresses));
  const answers: Record<string, string> = {};
  for (const { name, path, body, isMembers } of attacks.filter((each) => each.name !== 'example')) {
    service.clock.advanceMs(1);
    const now = body.replace('"timestampMs":"0"', `"timestampMs":"${service.clock()}"`);
    const response = await post(service, path, now, await stampOf(isMembers ? key : root.key, now));
    answers[name] = response.ok ? 'done' : await codeOf(response);
  }
  await service.close();
  const refused = Object.entries(answers).filter(([, answer]) => answer !== 'done');
  expect(Object.keys(answers)).toHaveLength(18);
  expect(Object.fromEntries(refused)).toEqual({
    'A-62 tron': 'TRANSACTION_MALFORMED',
    'A-62 tron, by a member': 'TRANSACTION_MALFORMED',
    // No policy allows a member to sign bytes: all of them are asked.
    'A-63 payloads, by a member': 'NOT_AUTHORIZED',
    'A-65 ed25519, by a member': 'NOT_AUTHORIZED',
  });
});
