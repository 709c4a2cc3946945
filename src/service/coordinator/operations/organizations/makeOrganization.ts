import type { Kysely } from 'kysely';
import type { FeatureName } from '../../../../contract/organizations.records.js';
import { refused } from '../../../../contract/refusals.js';
import type { Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import type { KeyProof } from '../../callers/keyProof.js';
import { addUser, type NewUser } from '../../records/newUser.js';
import { addUserTag } from '../../records/tags.js';

/** An organization to be made. `parentId: null` makes a parent organization. */
export type NewOrganization = {
  /** Where something is already sealed for it; otherwise it is drawn. */
  readonly organizationId?: string | undefined;
  readonly parentId: string | null;
  readonly name: string;
  readonly rootUsers: readonly NewUser[];
  /** The name of a tag that is made for all root users. */
  readonly userTag?: string | undefined;
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
 * @throws {RefusedError} QUORUM_INVALID, NAME_TAKEN, and those of a key
 */
export async function makeOrganization(
  tools: Tools,
  db: Kysely<Tables>,
  made: NewOrganization,
): Promise<{ organizationId: string; userIds: string[] }> {
  const {
    parentId,
    rootUsers,
    userTag: userTagName,
    rootQuorumThreshold,
    removedFeatures = [],
    keyProof,
    nowMs,
  } = made;
  checkRootUsers(made);
  const organization = { organization_id: made.organizationId ?? tools.newTimedId(nowMs), parent_id: parentId };
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
  const tagIds = userTagName === undefined ? [] : [await addUserTag(tools, db, organization, { userTagName, nowMs })];
  const userIds: string[] = [];
  for (const user of rootUsers) {
    const tagged = { ...user, tagIds };
    userIds.push(await addUser(tools, db, organization, tagged, { isRoot: 1, isProxy: 0, keyProof, nowMs }));
  }
  return { organizationId: organization.organization_id, userIds };
}

/** The checks of root users that need no query. @throws {RefusedError} QUORUM_INVALID, NAME_TAKEN */
export function checkRootUsers({ rootUsers, rootQuorumThreshold }: RootUsers): void {
  if (rootQuorumThreshold > rootUsers.length) throw refused('QUORUM_INVALID');
  if (new Set(rootUsers.map(({ userName }) => userName)).size < rootUsers.length) {
    throw refused('NAME_TAKEN', { about: 'user name' });
  }
}

type RootUsers = { readonly rootUsers: readonly { readonly userName: string }[]; readonly rootQuorumThreshold: number };
