import type { Kysely } from 'kysely';
import { deleteApiKeys } from '../../../contract/credentials.js';
import { refused } from '../../../contract/refusals.js';
import { stampLogin } from '../../../contract/sessions.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import type { ProvedIdentity } from '../../identity/provedIdentities.js';
import { type Identity, isRequestedBy } from '../../identity/verifyIdToken.js';
import { firstTimedId } from '../../ids.js';
import type { Tables } from '../../store/schema.js';
import type { Caller, Organization } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { readSoleVote } from '../engine/votes/soleVote.js';
import { isKey } from '../records/credentials.js';
import type { NewProvider } from '../records/oauth.js';

/** Whose identities they become, and who asks for it. */
type Attaching = {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly nowMs: number;
};

/**
 * The identities that a user of an organization is given, each with the key that it waits for, if any. A token is taken only if it was
 * requested for a key of that user, since anybody may come by another person's; and since anybody can register another person's key, the
 * identity counts only once that key has stamped here.
 *
 * @throws {RefusedError} OIDC_NONCE_MISMATCH
 */
export async function boundToUser(
  db: Kysely<Tables>,
  { organization, caller, nowMs }: Attaching,
  userId: string,
  proved: readonly ProvedIdentity[],
): Promise<readonly NewProvider[]> {
  if (await acceptsUnbound(db, organization)) return proved;
  const organizationId = organization.organization_id;
  const held = (await credentialsOf(db, { organization_id: organizationId, user_id: userId })).filter(isKey);
  const stamping = !caller.fromParent && caller.user.user_id === userId ? caller.credential?.publicKey : undefined;
  const stamped = [
    ...(stamping === undefined ? [] : [stamping]),
    ...held.filter(({ is_proved }) => is_proved === 1).map(({ public_key }) => public_key),
    ...(await keysReplaced(db, { organizationId, userId, nowMs })),
  ];
  const others = held.map(({ public_key }) => public_key);
  return Promise.all(proved.map((each) => bound(each, proofOf(each, proved), { stamped, others })));
}

/**
 * {@link boundToUser} for identities whose tokens were read earlier.
 *
 * @param awaited - by index, the key whose first stamp each identity waited for then; it may have stamped since.
 */
export async function boundAsAwaited(
  db: Kysely<Tables>,
  { organization, userId }: { readonly organization: Organization; readonly userId: string },
  proved: readonly ProvedIdentity[],
  awaited: readonly (string | null)[],
): Promise<readonly NewProvider[]> {
  const held = await credentialsOf(db, { organization_id: organization.organization_id, user_id: userId });
  const stamped = held.filter((each) => isKey(each) && each.is_proved === 1).map(({ public_key }) => public_key);
  return proved.map((identity, index) => {
    const key = awaited[index] ?? null;
    return key === null || stamped.includes(key) ? identity : { ...identity, awaits: key };
  });
}

/** {@link boundToUser}, for a user who is made with these keys. */
export async function boundToKeys(
  db: Kysely<Tables>,
  organization: Organization,
  apiKeys: readonly { readonly publicKey: string }[],
  proved: readonly ProvedIdentity[],
): Promise<readonly NewProvider[]> {
  if (await acceptsUnbound(db, organization)) return proved;
  const others = apiKeys.map(({ publicKey }) => publicKey);
  return Promise.all(proved.map((each) => bound(each, proofOf(each, proved), { stamped: [], others })));
}

/** Of keys that counted from the beginning, and may never have stamped here: from now on they count when they stamp. */
export async function requireFirstStamps(
  db: Kysely<Tables>,
  { organization_id }: Pick<Organization, 'organization_id'>,
  providers: readonly NewProvider[],
): Promise<void> {
  for (const { awaits } of providers) {
    if (awaits === undefined) continue;
    await db
      .updateTable('credentials')
      .set({ is_proved: 0 })
      .where('organization_id', '=', organization_id)
      .where('lookup_key', '=', awaits)
      .where('is_proved', '=', 2)
      .execute();
  }
}

const acceptsUnbound = async (db: Kysely<Tables>, organization: Organization): Promise<boolean> =>
  (await settingsFor(db, organization)).acceptUnboundProviderTokens;

/** The token that proves an identity: its own, or that of the same person beside it. */
const proofOf = (identity: ProvedIdentity, proved: readonly ProvedIdentity[]): Identity | undefined =>
  identity.proof ??
  proved.find(({ proof }) => proof?.issuer === identity.issuer && proof.subject === identity.subject)?.proof;

async function bound(
  identity: ProvedIdentity,
  proof: Identity | undefined,
  { stamped, others }: { readonly stamped: readonly string[]; readonly others: readonly string[] },
): Promise<NewProvider> {
  const names = async (publicKey: string) => proof !== undefined && (await isRequestedBy(proof, publicKey));
  for (const publicKey of stamped) if (await names(publicKey)) return identity;
  for (const publicKey of others) if (await names(publicKey)) return { ...identity, awaits: publicKey };
  throw refused('OIDC_NONCE_MISMATCH');
}

/** How long a key is known after another replaced it: as long as a provider's token is taken. */
const knownForMs = 10 * 60_000;

/**
 * The keys by which a user has renewed a session, or ended one after another login, in the last ten minutes: of the newest twenty
 * activities of each kind. Each has stamped here.
 */
async function keysReplaced(
  db: Kysely<Tables>,
  { organizationId, userId, nowMs }: { organizationId: string; userId: string; nowMs: number },
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const type of [stampLogin.versions.V1.type, deleteApiKeys.versions.V1.type]) {
    const renewals = await db
      .selectFrom('activities')
      .select('sole_vote')
      .where('organization_id', '=', organizationId)
      .where('type', '=', type)
      .where('status', '=', 'ACTIVITY_STATUS_COMPLETED')
      .where('activity_id', '>', firstTimedId(nowMs - knownForMs))
      .where('submitted_by', '=', userId)
      .orderBy('activity_id', 'desc')
      .limit(20)
      .execute();
    keys.push(...renewals.flatMap((renewal) => readSoleVote(renewal)?.publicKey ?? []));
  }
  return keys;
}
