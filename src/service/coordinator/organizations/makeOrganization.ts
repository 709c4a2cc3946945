import type { Kysely } from 'kysely';
import type { FeatureName } from '../../../contract/organizations.records.js';
import { refused } from '../../../contract/refusals.js';
import type { ApiKeyParams } from '../../../contract/shapes.js';
import type { Tables } from '../../store/schema.js';
import { newId, type Tools } from '../../tools.js';
import type { KeyProof } from '../caller/keyProof.js';
import { addApiKey } from '../credentials/records.js';

/** A user as it enters an organization. Contacts in canonical form. */
export type NewUser = {
  readonly userName: string;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  /** Whether the contacts were proved, or set by the organization's own root quorum. */
  readonly verified: { readonly email: boolean; readonly phoneNumber: boolean };
  readonly apiKeys: readonly ApiKeyParams[];
};

/** An organization to be made. `parentId: null` makes a parent organization. */
export type NewOrganization = {
  /** Where something is already sealed for it; otherwise it is drawn. */
  readonly organizationId?: string | undefined;
  readonly parentId: string | null;
  readonly name: string;
  readonly rootUsers: readonly NewUser[];
  readonly rootQuorumThreshold: number;
  /** Those that are switched off from its birth. */
  readonly removedFeatures?: readonly FeatureName[];
  readonly keyProof: KeyProof;
  /** Keyed hash of the client address that signs up, where one does. */
  readonly requester: string | null;
  readonly nowMs: number;
};

/**
 * Makes an organization with its root users and their keys.
 *
 * @throws {RefusedError} QUORUM_INVALID, NAME_TAKEN and those of a key
 */
export async function makeOrganization(
  tools: Tools,
  db: Kysely<Tables>,
  made: NewOrganization,
): Promise<{ organizationId: string; userIds: string[] }> {
  const { parentId, rootUsers, rootQuorumThreshold, removedFeatures = [], keyProof, nowMs } = made;
  checkRootUsers(made);
  const organization = { organization_id: made.organizationId ?? newId(tools.random), parent_id: parentId };
  await db
    .insertInto('organizations')
    .values({
      ...organization,
      name: made.name,
      root_quorum_threshold: rootQuorumThreshold,
      requester: made.requester,
      features: JSON.stringify(Object.fromEntries(removedFeatures.map((name) => [name, null]))),
      created_at_ms: nowMs,
    })
    .execute();
  const userIds: string[] = [];
  for (const user of rootUsers)
    userIds.push(await addUser(tools, db, organization, user, { isRoot: 1, isProxy: 0, keyProof, nowMs }));
  return { organizationId: organization.organization_id, userIds };
}

/** What can be told of root users without looking anything up. @throws {RefusedError} QUORUM_INVALID, NAME_TAKEN */
export function checkRootUsers({ rootUsers, rootQuorumThreshold }: RootUsers): void {
  if (rootQuorumThreshold > rootUsers.length) throw refused('QUORUM_INVALID');
  if (new Set(rootUsers.map(({ userName }) => userName)).size < rootUsers.length) {
    throw refused('NAME_TAKEN', { about: 'user name' });
  }
}

type RootUsers = { readonly rootUsers: readonly { readonly userName: string }[]; readonly rootQuorumThreshold: number };

/** Adds a user with its keys. @returns the user's id. */
export async function addUser(
  tools: Tools,
  db: Kysely<Tables>,
  organization: { organization_id: string; parent_id: string | null },
  user: NewUser,
  { isRoot, isProxy, keyProof, nowMs }: { isRoot: 0 | 1; isProxy: 0 | 1; keyProof: KeyProof; nowMs: number },
): Promise<string> {
  const userId = newId(tools.random);
  await db
    .insertInto('users')
    .values({
      organization_id: organization.organization_id,
      user_id: userId,
      parent_id: organization.parent_id,
      user_name: user.userName,
      email: user.email ?? null,
      email_verified: user.verified.email ? 1 : 0,
      phone_number: user.phoneNumber ?? null,
      phone_verified: user.verified.phoneNumber ? 1 : 0,
      is_root: isRoot,
      is_proxy: isProxy,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .execute();
  for (const key of user.apiKeys) {
    await addApiKey(
      tools,
      db,
      { organization, userId, nowMs },
      { ...key, kind: 'API_KEY', credentialType: 'CREDENTIAL_TYPE_API_KEY_P256', loginId: null, proof: keyProof },
    );
  }
  return userId;
}
