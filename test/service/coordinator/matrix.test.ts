import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivities } from '../../../src/contract/activities.queries.js';
import type { Activity } from '../../../src/contract/activities.records.js';
import { deleteApiKeys } from '../../../src/contract/credentials.js';
import { type ActivityRow, newestOf, type QueryRow } from '../../../src/contract/row.js';
import { activityRows, queryRows } from '../../../src/contract/rows.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { getUser, whoami } from '../../../src/contract/users.queries.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { createSigningKey, importSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import {
  absentId,
  apiKeyOf,
  done,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../support/parties.js';
import { ask, wallet } from '../../support/wire.js';
import { type CallerName, heardInside, heardOfForeign, type PlaceName, type RowName, verdictOf } from './matrix.js';

/** What an organization has that a request may name. */
type Resources = { userId: string; walletId: string; address: string; fingerprint: string; activityId: string };
type Caller = { key: SigningKey; userId?: string };

let service: TestService;
let callers: Record<CallerName, Caller>;
let places: Record<PlaceName, { organizationId: string; isParent: boolean; has: Resources }>;

const absent: Resources = {
  userId: absentId,
  walletId: absentId,
  address: '0x0000000000000000000000000000000000000000',
  fingerprint: `sha256:${'0'.repeat(64)}`,
  activityId: absentId,
};

beforeAll(async () => {
  service = await createTestService();
  const root = await rootOf(service);
  const sub = await makeSubOrganization(service, { roots: 2 });
  const sibling = await makeSubOrganization(service);
  const other = await otherParent();
  const [ada, grace = ada] = sub.users;
  const old = await createSigningKey();
  await done(service, ada, stampLogin, { publicKey: old.publicKey, expirationSeconds: '86400' });
  await ask(service, old, whoami, { organizationId: ada.organizationId });
  service.clock.advanceMs(600_000);
  const session = await createSigningKey();
  await done(service, ada, stampLogin, { publicKey: session.publicKey, expirationSeconds: '86400' });
  await ask(service, session, whoami, { organizationId: ada.organizationId });
  const brief = await newKey(service, grace, grace.userId, { expirationSeconds: '1' });
  service.clock.advanceMs(1000);
  callers = {
    'root of the parent': root,
    'member of the parent': await makeMember(service, root.organizationId, null),
    'proxy user of the parent': await proxyOf(service),
    'session of the sub-organization': { ...ada, key: session },
    'old session of the sub-organization': { ...ada, key: old },
    'member of the sub-organization': await makeMember(service, ada.organizationId, root.organizationId),
    'root of a sibling': sibling.users[0],
    'root of another parent': other,
    'unknown key': { key: await createSigningKey() },
    'expired key of the sub-organization': { ...grace, key: brief },
    'deleted key of the sub-organization': { ...grace, key: await deletedKey(grace) },
  };
  places = {
    parent: { organizationId: root.organizationId, isParent: true, has: await resourcesOf(root, null) },
    'sub-organization': {
      organizationId: ada.organizationId,
      isParent: false,
      has: await resourcesOf(ada, root.organizationId),
    },
    sibling: { ...sibling, isParent: false, has: await resourcesOf(sibling.users[0], root.organizationId) },
    'another parent': { organizationId: other.organizationId, isParent: true, has: await resourcesOf(other, null) },
    absent: { organizationId: absentId, isParent: true, has: absent },
  };
});
afterAll(() => service.close());

async function otherParent(): Promise<Party> {
  const privateKey = '1'.repeat(64);
  const { publicKeyOf } = await import('../../../src/crypto/p256.js');
  const publicKey = await publicKeyOf(privateKey);
  const key = await importSigningKey({ publicKey, privateKey });
  const parent = await makeParent(service.service.tools, { name: 'Another', rootPublicKey: publicKey });
  return rootOf({ ...service, ...parent, rootApiKey: { publicKey, privateKey } }).then((root) => ({ ...root, key }));
}

async function resourcesOf(party: Party, parentId: string | null): Promise<Resources> {
  const { walletId, addresses } = await done(service, party, createWallet, wallet as never);
  const { organizationId } = party;
  // Somebody else of the organization, whose keys come and go without touching those of the callers.
  const { userId } = await makeMember(service, organizationId, parentId, 'Clerk');
  const list = await ask<{ activities: Activity[] }>(service, party.key, listActivities, { organizationId });
  const { id = '', fingerprint = '' } = list.activities[0] ?? {};
  return { userId, walletId, address: addresses[0] ?? '', fingerprint, activityId: id };
}

type Held = { user: { apiKeys: { apiKeyId: string; credential: { publicKey: string } }[] } };

/** A key, made, and its id, as its holder sees it. */
async function spareKey(holder: Party): Promise<{ key: SigningKey; apiKeyId: string }> {
  const key = await newKey(service, holder, holder.userId);
  const { organizationId, userId } = holder;
  const { user } = await ask<Held>(service, holder.key, getUser, { organizationId, userId });
  const { apiKeyId = '' } = user.apiKeys.find(({ credential }) => credential.publicKey === key.publicKey) ?? {};
  return { key, apiKeyId };
}

async function deletedKey(holder: Party): Promise<SigningKey> {
  const { key, apiKeyId } = await spareKey(holder);
  await done(service, holder, deleteApiKeys, { userId: holder.userId, apiKeyIds: [apiKeyId] });
  return key;
}

/** Each row's request, naming what an organization has. A row that is not here does not compile. */
const requests: Record<RowName, (has: Resources) => Promise<object> | object> = {
  approveActivity: ({ fingerprint }) => ({ fingerprint }),
  rejectActivity: ({ fingerprint }) => ({ fingerprint }),
  createApiKeys: async ({ userId }) => ({
    userId,
    apiKeys: [{ ...apiKeyOf(await createSigningKey()), expirationSeconds: '86400' }],
  }),
  deleteApiKeys: ({ userId }) => ({ userId, apiKeyIds: [absentId] }),
  createSubOrganization: async () => ({
    subOrganizationName: 'Sub',
    rootUsers: [{ userName: 'Root', apiKeys: [apiKeyOf(await createSigningKey())] }],
    rootQuorumThreshold: 1,
  }),
  createWallet: () => ({ walletName: unique('Wallet'), accounts: [] }),
  createWalletAccounts: ({ walletId }) => ({ walletId, accounts: [wallet.accounts[0]], persist: false }),
  signRawPayload: ({ address }) => ({
    signWith: address,
    payload: 'hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
  }),
  // Over by the next one, so that none makes room for itself in the place of a caller's.
  stampLogin: async () => ({ publicKey: (await createSigningKey()).publicKey, expirationSeconds: '1' }),
  initOtp: () => ({ otpType: 'OTP_TYPE_EMAIL', contact: `${unique('ada')}@example.com`, appName: 'App' }),
  verifyOtp: () => ({ otpId: absentId, otpCode: '000000' }),
  otpLogin: async () => ({ verificationToken: 'x.y.z', publicKey: (await createSigningKey()).publicKey }),
  disableAuthProxy: () => ({}),
  enableAuthProxy: () => ({}),
  updateAuthProxyConfig: () => ({ otpLength: 7 }),
  getActivity: ({ activityId }) => ({ activityId }),
  getUser: ({ userId }) => ({ userId }),
  listWalletAccounts: ({ walletId }) => ({ walletId }),
  getAuthProxyConfig: () => ({}),
  listActivities: () => ({}),
  listSuborgs: () => ({}),
  listVerifiedSuborgs: () => ({ filterType: 'EMAIL', filterValue: 'ada@example.com' }),
  listWallets: () => ({}),
  whoami: () => ({}),
};

let counter = 0;
function unique(name: string): string {
  counter += 1;
  return `${name}-${counter}`;
}

const rowOf = (name: RowName): ActivityRow | QueryRow => ({ ...activityRows, ...queryRows })[name];

async function askAs(caller: Caller, name: RowName, organizationId: string, members: object): Promise<Response> {
  service.clock.advanceMs(name === 'stampLogin' ? 1000 : 1);
  const row = rowOf(name);
  if (row.kind === 'query')
    return sendStamped(service, caller.key, row, JSON.stringify({ organizationId, ...members }));
  const envelope = {
    type: newestOf(row).type,
    timestampMs: String(service.clock()),
    organizationId,
    parameters: members,
  };
  return sendStamped(service, caller.key, row, JSON.stringify(envelope));
}

const callerNames: CallerName[] = [
  'root of the parent',
  'member of the parent',
  'proxy user of the parent',
  'session of the sub-organization',
  'old session of the sub-organization',
  'member of the sub-organization',
  'root of a sibling',
  'root of another parent',
  'unknown key',
  'expired key of the sub-organization',
  'deleted key of the sub-organization',
];
const placeNames: PlaceName[] = ['parent', 'sub-organization', 'sibling', 'another parent', 'absent'];
const rowNames = [...Object.keys(activityRows), ...Object.keys(queryRows)] as RowName[];

describe.each(callerNames)('T-48 %s', (callerName) => {
  test.each(rowNames)('%s', async (name) => {
    const caller = callers[callerName];
    const isQuery = name in queryRows;
    for (const placeName of placeNames) {
      const { organizationId, isParent, has } = places[placeName];
      const mine = caller.userId !== undefined ? { ...has, userId: caller.userId } : has;
      // Elsewhere the caller's own user is a foreign one; where it is let in, it is at home or the organization's parent.
      const own = isAtHome(callerName, placeName) ? mine : has;
      const foreign = placeNames
        .filter((other) => other !== placeName && other !== 'absent')
        .map((other) => [`of ${other}`, places[other].has] as const);
      const named = [['own', own] as const, ...foreign, ['absent', absent] as const];
      const answers: Record<string, string> = {};
      for (const [what, resources] of named) {
        const deletes = what === 'own' && name === 'deleteApiKeys';
        const spare = deletes ? await keyToDelete(own.userId, organizationId) : undefined;
        const request = { ...(await requests[name](resources)), ...(spare && { apiKeyIds: [spare] }) };
        const before = await activityCount();
        const response = await askAs(caller, name, organizationId, request);
        const text = await response.text();
        const where = `${callerName}, ${name}, ${placeName}, ${what}`;
        const namesOther = 'userId' in request && request.userId !== caller.userId;
        const verdict = verdictOf(callerName, placeName, rowOf(name), { namesOther });
        const inside = heardInside[name][isParent ? 'parent' : 'sub'];
        const expected = verdict !== 'in' ? verdict : what === 'own' ? inside : (heardOfForeign[name] ?? inside);
        expect(response.ok ? 'ok' : JSON.parse(text).details[0].reason, where).toBe(expected);
        // The proxy's user, who passes on what anyone says, is told of an unknown code at the door.
        const isAtDoor = name === 'verifyOtp' && callerName === 'proxy user of the parent';
        const recorded = verdict === 'in' && !isQuery && !isAtDoor ? 1 : 0;
        expect((await activityCount()) - before, `${where}: activities recorded`).toBe(recorded);
        cells += 1;
        answers[what] = `${response.status} ${JSON.stringify([...response.headers])} ${text}`;
        if (expected === heardOfForeign[name]) expect(response.status, where).toBe(404);
        if (verdict === 'PUBLIC_KEY_NOT_FOUND') unknown.add(answers[what]);
      }
      const alike = new Set(Object.entries(answers).flatMap(([what, answer]) => (what === 'own' ? [] : [answer])));
      if (heardOfForeign[name])
        expect(alike.size, `${name} in ${placeName}: foreign and absent are told alike`).toBe(1);
    }
  });
});

/** How many questions were asked. */
let cells = 0;
test('T-48, F-11 they are more than five thousand questions', () => {
  expect(cells).toBeGreaterThanOrEqual(5000);
});

/** Every answer to a key that is nobody where it asks. */
const unknown = new Set<string>();
test('T-48 a foreign organization, an absent one and an unknown key are told alike, whatever was asked', () => {
  expect([...unknown]).toHaveLength(1);
});

test('T-48 what was refused left no trace in another organization', async () => {
  const { organizations } = await contentsOf(service.service.tools.store);
  const subs = organizations?.filter((row) => row.includes('"name":"Sub"')) ?? [];
  const parents = new Set(subs.map((row) => JSON.parse(row).parent_id));
  expect(parents).toEqual(new Set([places.parent.organizationId, places['another parent'].organizationId]));
});

const homes: Partial<Record<CallerName, PlaceName>> = {
  'root of the parent': 'parent',
  'member of the parent': 'parent',
  'proxy user of the parent': 'parent',
  'session of the sub-organization': 'sub-organization',
  'old session of the sub-organization': 'sub-organization',
  'member of the sub-organization': 'sub-organization',
  'root of a sibling': 'sibling',
  'root of another parent': 'another parent',
};
const isAtHome = (caller: CallerName, place: PlaceName): boolean => homes[caller] === place;

/** A key of that user, written straight into the database, so that who may delete it is the only question. */
async function keyToDelete(userId: string, organizationId: string): Promise<string | undefined> {
  const { tools } = service.service;
  const { addApiKey } = await import('../../../src/service/coordinator/credentials/records.js');
  const organization = await tools.store.db
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!organization) return undefined;
  const given = {
    kind: 'API_KEY',
    credentialType: 'CREDENTIAL_TYPE_API_KEY_P256',
    loginId: null,
    proof: 'given by the parent',
  } as const;
  const key = { ...apiKeyOf(await createSigningKey()), ...given };
  const holder = { organization, userId, nowMs: service.clock() };
  return tools.store.transaction((transaction) =>
    addApiKey(tools, transaction, holder, { ...key, expirationSeconds: '86400' }),
  );
}

async function activityCount(): Promise<number> {
  const { count } = await service.service.tools.store.db
    .selectFrom('activities')
    .select((columns) => columns.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
