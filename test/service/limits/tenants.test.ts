import { afterEach, expect, test } from 'vitest';
import { approveActivity } from '../../../src/contract/activities.js';
import { deleteApiKeys } from '../../../src/contract/credentials.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import type { AnswerOf } from '../../../src/contract/row.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import type { ApiKey } from '../../../src/contract/shapes.js';
import { getUser, whoami } from '../../../src/contract/users.queries.js';
import { createUserTag } from '../../../src/contract/userTags.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { defaultFairShares } from '../../../src/service/limits/requestWork.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { act, done, makeMember, makeSubOrganization, type Party, rootOf } from '../../support/parties.js';
import { submitFrom } from '../../support/signUpFrom.js';
import { ask, callProxy } from '../../support/wire.js';

// The real service. Its transactions wait at a gate, so that a test has requests under way as long as it likes.

let test_: TestService;
let gate: { readonly close: () => void; readonly open: () => void; readonly inside: () => number };
afterEach(() => {
  gate.open();
  return test_.close();
});

/** Of each organization and of each address one request runs at once, and who waits is refused soon. */
async function start(queriesPerMinute?: number) {
  const store = await openLibsql(':memory:');
  let opened: Promise<void> | undefined;
  let letIn = () => {};
  let inside = 0;
  gate = {
    close: () => {
      opened = new Promise((resolve) => {
        letIn = resolve;
      });
    },
    open: () => letIn(),
    inside: () => inside,
  };
  const share = { ms: 100_000, running: 1 };
  test_ = await createTestService({
    store: {
      ...store,
      transaction: async (run) => {
        inside += 1;
        try {
          await opened;
          return await store.transaction(run);
        } finally {
          inside -= 1;
        }
      },
    },
    fairShares: { ...defaultFairShares, organization: share, address: share, waitMs: 100 },
    ...(queriesPerMinute && { queriesPerMinute }),
  });
  return test_;
}

let tags = 0;
const makeTag = (by: Party, address: string) => {
  tags += 1;
  const parameters = { userTagName: `Tag ${tags}`, userIds: [] };
  return submitFrom(test_, by, address, { row: createUserTag, parameters });
};
const refusedSoon = 'TOO_MUCH_WORK 1';
const running = (count: number) => expect.poll(() => gate.inside()).toBe(count);

test('A-66: an organization beyond its share waits and is told when to come again, while others are served', async () => {
  const service = await start();
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => makeSubOrganization(service)));
  if (!one || !two || !three) throw new Error('none made');
  gate.close();
  const first = makeTag(one.users[0], '192.0.2.1');
  const other = makeTag(two.users[0], '192.0.2.2');
  await running(2);
  expect(await makeTag(one.users[0], '192.0.2.3')).toBe(refusedSoon);
  const third = makeTag(three.users[0], '192.0.2.4');
  await running(3);
  gate.open();
  expect(await Promise.all([first, other, third])).toEqual(['done', 'done', 'done']);
  expect(await makeTag(one.users[0], '192.0.2.3')).toBe('done');
});

test('A-66: an address beyond its share waits with all of its organizations, and a parent’s own credentials never do', async () => {
  const service = await start();
  const root = await rootOf(service);
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => makeSubOrganization(service)));
  if (!one || !two || !three) throw new Error('none made');
  gate.close();
  const under = [makeTag(one.users[0], '192.0.2.1'), makeTag(two.users[0], '192.0.2.2')];
  await running(2);
  expect(await makeTag(three.users[0], '192.0.2.1')).toBe(refusedSoon);
  for (let count = 3; count <= 6; count += 1) {
    under.push(makeTag(root, '192.0.2.9'));
    await running(count);
  }
  gate.open();
  expect(new Set(await Promise.all(under))).toEqual(new Set(['done']));
});

test('A-66: calls of the auth proxy are charged to their address alone, and never to the parent', async () => {
  const service = await start();
  const root = await rootOf(service);
  await service.configure({ refusalsPerAddress: { most: 2, windowSeconds: 60 } });
  const codeFrom = (address: string) => {
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: `at-${address}@example.com` };
    return callProxy(service, proxyOtpInit, request, {}, address).then(
      () => 'done',
      ({ code, retryAfterMs }: { code: string; retryAfterMs: number }) => `${code} ${retryAfterMs / 1000}`,
    );
  };
  gate.close();
  const under = [codeFrom('192.0.2.1'), codeFrom('192.0.2.2')];
  await running(2);
  for (let times = 0; times < 2; times += 1) expect(await codeFrom('192.0.2.1')).toBe(refusedSoon);
  for (let third = 3; third <= 5; third += 1) {
    under.push(codeFrom(`192.0.2.${third}`));
    await running(third);
  }
  under.push(makeTag(root, '192.0.2.10'));
  await running(6);
  gate.open();
  expect(new Set(await Promise.all(under))).toEqual(new Set(['done']));
  // What others were in the way of does not count as refused.
  expect(await codeFrom('192.0.2.1')).toBe('done');
});

test('A-66: a root member’s vote passes, one at a time, however much other users of the organization do', async () => {
  const service = await start();
  const { users, organizationId } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
  const [asks, votes] = users;
  if (!votes) throw new Error('one root member only');
  const member = await makeMember(service, organizationId, (await rootOf(service)).organizationId);
  const other = await makeSubOrganization(service);
  const waiting = await act(service, asks, createUserTag, { userTagName: 'Waits', userIds: [] });
  const vote = () => {
    const parameters = { fingerprint: waiting.fingerprint };
    return submitFrom(service, votes, '192.0.2.3', { row: approveActivity, parameters });
  };
  gate.close();
  const under = [makeTag(asks, '192.0.2.1'), makeTag(other.users[0], '192.0.2.2')];
  await running(2);
  for (const [by, address] of [
    [member, '192.0.2.4'],
    [votes, '192.0.2.5'],
  ] as const)
    expect(await makeTag(by, address)).toBe(refusedSoon);
  const voted = vote();
  await running(3);
  service.clock.advanceMs(1);
  expect(await vote()).toBe(refusedSoon);
  gate.open();
  expect(await voted).toBe('done');
  await Promise.all(under);
});

test('A-66: a credential of a sub-organization queries as often as the setting says in a minute, and a parent’s own as often as they like', async () => {
  const service = await start(3);
  const root = await rootOf(service);
  const { users, organizationId } = await makeSubOrganization(service);
  const askAs = (by: Party) => ask(service, by.key, whoami, { organizationId: by.organizationId });
  for (let count = 0; count < 3; count += 1) await askAs(users[0]);
  await expect(askAs(users[0])).rejects.toMatchObject({ code: 'TOO_MUCH_WORK', retryAfterMs: 60_000 });
  for (let count = 0; count < 5; count += 1) await askAs(root);
  for (let count = 0; count < 5; count += 1) await askAs({ ...root, organizationId });
  service.clock.advanceMs(60_000);
  await askAs(users[0]);
});

test('A-66: a session that queries without end keeps neither another session of its user from ending it, nor its renewal', async () => {
  const service = await start(3);
  const { users, organizationId } = await makeSubOrganization(service);
  const [ada] = users;
  const logIn = async (by: Party): Promise<Party> => {
    const key = await createSigningKey();
    await done(service, by, stampLogin, { publicKey: key.publicKey });
    return { ...by, key };
  };
  const [stolen, own] = [await logIn(ada), await logIn(ada)];
  const askUser = async (by: Party) => {
    const { userId } = ada;
    return (await ask<AnswerOf<typeof getUser>>(service, by.key, getUser, { organizationId, userId })).user;
  };
  for (let count = 0; count < 3; count += 1) await askUser(stolen);
  await expect(askUser(stolen)).rejects.toMatchObject({ code: 'TOO_MUCH_WORK' });
  const isStolen = ({ credential }: ApiKey) => credential.publicKey === stolen.key.publicKey;
  const { apiKeys } = await askUser(await logIn(stolen));
  expect(apiKeys.filter(isStolen)).toHaveLength(1);
  const apiKeyIds = (await askUser(own)).apiKeys.filter(isStolen).map(({ apiKeyId }) => apiKeyId);
  await done(service, own, deleteApiKeys, { userId: ada.userId, apiKeyIds });
  await expect(askUser(stolen)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
});
