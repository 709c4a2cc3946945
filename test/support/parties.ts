import type { Activity } from '../../src/contract/activities.records.js';
import { enableAuthProxy } from '../../src/contract/authProxy.js';
import { createApiKeys } from '../../src/contract/credentials.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { readActivity } from '../../src/contract/readActivity.js';
import { type RefusalCode, RefusedError } from '../../src/contract/refusals.js';
import type { ActivityRow, AnswerOf, RequestOf } from '../../src/contract/row.js';
import type { WalletParams } from '../../src/contract/shapes.js';
import { createSigningKey, importSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import { addApiKey } from '../../src/service/coordinator/records/credentials.js';
import { addUser } from '../../src/service/coordinator/records/newUser.js';
import { makeParent } from '../../src/service/makeParent.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { post, stampOf, submit, type Wired } from './wire.js';

/** A user, and the key it stamps with. */
export type Party = { key: SigningKey; organizationId: string; userId: string };

/** The parent organization's root user. */
export async function rootOf(test: TestService): Promise<Party> {
  const key = await importSigningKey(test.rootApiKey);
  const { organizationId } = test;
  const { user_id } = await test.service.tools.store.db
    .selectFrom('users')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('is_root', '=', 1)
    .executeTakeFirstOrThrow();
  return { key, organizationId, userId: user_id };
}

/** Creates another parent organization. @returns its root user. */
export async function makeOtherParent(test: TestService): Promise<Party> {
  const key = await createSigningKey();
  const parent = await makeParent(test.service.tools, { name: 'Another', rootPublicKey: key.publicKey });
  return { ...(await rootOf({ ...test, ...parent })), key };
}

/** The proxy user of the parent, with an additional key for the test. No activity could create it. */
export async function proxyOf(test: TestService): Promise<Party> {
  const root = await rootOf(test);
  const { userId } = await done(test, root, enableAuthProxy, {});
  const key = await createSigningKey();
  const { tools } = test.service;
  const organization = { organization_id: root.organizationId, parent_id: null };
  const holder = { organization, userId, nowMs: test.clock() };
  const made = { kind: 'API_KEY', loginId: null, proof: 'proved' } as const;
  const credentialType = 'CREDENTIAL_TYPE_API_KEY_P256';
  await tools.store.transaction((transaction) =>
    addApiKey(tools, transaction, holder, { ...apiKeyOf(key), ...made, credentialType }),
  );
  return { ...root, userId, key };
}

/** Creates a sub-organization by the parent's root user. Each of its root users has one API key. */
export async function makeSubOrganization(
  test: TestService,
  { roots = 1, threshold = 1, wallet }: { roots?: number; threshold?: number; wallet?: WalletParams } = {},
): Promise<{ organizationId: string; users: [Party, ...Party[]]; wallet: { walletId: string; addresses: string[] } }> {
  const keys = await Promise.all(Array.from({ length: roots }, () => createSigningKey()));
  const answer = await done(test, await rootOf(test), createSubOrganization, {
    subOrganizationName: 'Sub-organization',
    rootUsers: keys.map((key, index) => ({ userName: `Root ${index}`, apiKeys: [apiKeyOf(key)] })),
    rootQuorumThreshold: threshold,
    ...(wallet && { wallet }),
  });
  const { subOrganizationId: organizationId, rootUserIds = [] } = answer;
  const users = keys.map((key, index) => ({ key, organizationId, userId: rootUserIds[index] ?? '' }));
  return {
    organizationId,
    users: users as [Party, ...Party[]],
    wallet: answer.wallet ?? { walletId: '', addresses: [] },
  };
}

/** Creates a user who is not a root user, directly in the database. */
export async function makeMember(
  test: Wired,
  organizationId: string,
  parentId: string | null,
  userName = 'Member',
): Promise<Party> {
  const key = await createSigningKey();
  const { tools } = test.service;
  const organization = { organization_id: organizationId, parent_id: parentId };
  const user = { userName, verified: { email: false, phoneNumber: false }, apiKeys: [apiKeyOf(key)] };
  const userId = await tools.store.transaction((transaction) =>
    addUser(tools, transaction, organization, user, {
      isRoot: 0,
      isProxy: 0,
      keyProof: 'parent',
      nowMs: test.clock(),
    }),
  );
  return { key, organizationId, userId };
}

/** Creates another key of a user, by a root user of the organization. */
export async function newKey(
  test: Wired,
  by: Party,
  userId: string,
  more: { expirationSeconds?: string } = {},
): Promise<SigningKey> {
  const key = await createSigningKey();
  await done(test, by, createApiKeys, { userId, apiKeys: [{ ...apiKeyOf(key), ...more }] });
  return key;
}

/** A key as requests name it. */
export const apiKeyOf = ({ publicKey }: { publicKey: string }, apiKeyName = 'Key') => ({
  apiKeyName,
  publicKey,
  curveType: 'API_KEY_CURVE_P256' as const,
});

/** Submits an activity, a millisecond after the one before, so that no two have the same bytes. */
export async function act(
  test: Wired,
  by: Pick<Party, 'key' | 'organizationId'>,
  row: ActivityRow,
  parameters: object,
): Promise<Activity> {
  test.clock.advanceMs(1);
  return submit(test, by.key, row, by.organizationId, parameters);
}

/** Submits an activity that must complete. @returns its result. */
export async function done<R extends ActivityRow>(
  test: Wired,
  by: Pick<Party, 'key' | 'organizationId'>,
  row: R,
  parameters: RequestOf<R>,
): Promise<AnswerOf<R>> {
  const activity = await act(test, by, row, parameters as object);
  if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') throw new Error(`${row.name} became ${activity.status}.`);
  return readActivity(row, activity).result as AnswerOf<R>;
}

/** Submits an activity that must be refused with a code. */
export async function refusedAs(
  code: RefusalCode,
  test: Wired,
  by: Pick<Party, 'key' | 'organizationId'>,
  row: ActivityRow,
  parameters: object,
): Promise<void> {
  const outcome = await act(test, by, row, parameters).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
  );
  if (outcome !== code) throw new Error(`${row.name} was answered ${outcome}, not ${code}.`);
}

/** Sends a body, stamped by a key. */
export async function sendStamped(
  test: TestService,
  key: SigningKey,
  row: { path: string },
  body: string,
): Promise<Response> {
  return post(test, row.path, body, await stampOf(key, body));
}

/** The code of a refusal. */
export async function codeOf(response: Response): Promise<string> {
  const { details } = await response.json();
  return details?.[0]?.reason ?? 'none';
}

/** An unused UUID. */
export const absentId = '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e';
