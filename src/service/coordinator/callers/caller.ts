import type { Kysely } from 'kysely';
import type { RecoveryKeys } from '../../../contract/facts.js';
import { type RefusedError, refused } from '../../../contract/refusals.js';
import type { Row, Tables } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';
import type { CredentialKind, PasskeyRecord } from '../../store/tables/credentials.js';
import { contactType, userByContact } from './contactStatements.js';
import type { StampedWith, TokenContact } from './credentialStamp.js';
import { credentialsOf } from './credentialsOf.js';
import { credentialsIn, type Holder, type HolderStatements, holders, type Named, voters } from './holderStatements.js';
import { isPasskeyLookup } from './passkeyStamp.js';
import { isReadOnlySession } from './readOnlySession.js';

/** The organization that a request names. */
export type Organization = Omit<Row<'organizations'>, 'first_name' | 'suspension_reason'>;

/** The holder of the credential that stamped the request. */
export type Caller = {
  readonly user: Row<'users'>;
  /** Whether the caller belongs to the parent of the organization that the request names. */
  readonly fromParent: boolean;
  /** What they stamped it with; `undefined` once an activity waited for votes, and its submitter's credential has gone meanwhile. */
  readonly credential: CallerCredential | undefined;
};

/** The credential that stamped: what its holder may do by it depends on this. */
export type CallerCredential = {
  /** A row of the table of credentials; or else what an attested token proves, a contact or a provider's account. */
  readonly kind: CredentialKind | 'CONTACT';
  /** The id of that row, or of the token. */
  readonly id: string;
  /** Of the key that made the stamp. */
  readonly publicKey: string;
  readonly credentialType: string;
  /** Of a passkey the id that it was made with, base64url; else the empty text. */
  readonly credentialId: string;
  /** The login that it came by, where it came by one; and of a session key, when that was. */
  readonly loginId: string | null;
  readonly loginAtMs: number | null;
  /** @see KeyProof */
  readonly isProved: boolean;
};

/**
 * Finds a credential's holder, in the organization that is named or its parent.
 *
 * @throws {RefusedError} as {@link unknownCaller}; API_KEY_EXPIRED
 */
export async function findCaller(db: Kysely<Tables>, named: Named): Promise<FoundCaller> {
  const found = await callerOrNone(db, named);
  if (!found) throw await unknownCaller(db, named);
  return found;
}

/** {@link findCaller}, or `undefined` if nobody has the credential there. @throws {RefusedError} API_KEY_EXPIRED */
export async function callerOrNone(db: Kysely<Tables>, named: Named): Promise<FoundCaller | undefined> {
  const { contact } = named;
  if (!contact) return (await byCredential(db, named, holders))?.found;
  return byContact(db, named, contact);
}

export type FoundCaller = { readonly organization: Organization; readonly caller: Caller };

/** The user of the named organization whose contact a token proves: with no credential of theirs, but the key that the token names. */
async function byContact(
  db: Kysely<Tables>,
  { organizationId, stampKey = '' }: Named,
  contact: TokenContact,
): Promise<FoundCaller | undefined> {
  const user = await userByContact(db, organizationId, contact);
  if (!user) return undefined;
  checkMayBeAttested(user);
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const credential = {
    kind: 'CONTACT' as const,
    id: contact.tokenId,
    publicKey: stampKey,
    credentialType: contactType,
    credentialId: '',
    loginId: null,
    loginAtMs: null,
    isProved: true,
  };
  return { organization, caller: { user, fromParent: false, credential } };
}

/** The word of others does not make anybody a member of a root quorum that has sub-organizations. @throws {RefusedError} PUBLIC_KEY_NOT_FOUND */
function checkMayBeAttested({ parent_id, is_root }: Row<'users'>): void {
  if (parent_id === null && is_root) throw refused('PUBLIC_KEY_NOT_FOUND');
}

/** What the statements find: the holder's row, and who they are. @throws {RefusedError} API_KEY_EXPIRED */
async function byCredential<Found extends Holder>(
  db: Kysely<Tables>,
  named: Named,
  { byOwnKey, byParentsKey }: HolderStatements<Found>,
): Promise<{ readonly holder: Found; readonly found: FoundCaller } | undefined> {
  const [own] = await byOwnKey(db, named);
  if (own) return { holder: own, found: callerIn(own, named, false) };
  const [parents] = named.from.includes('parent') ? await byParentsKey(db, named) : [];
  return parents && { holder: parents, found: callerIn(parents, named, true) };
}

/**
 * {@link findCaller}, with all credentials of the caller, oldest first, since a vote shows them, and whether a webhook endpoint watches the
 * organization.
 *
 * @throws {RefusedError} as {@link findCaller}
 */
export async function findVoter(
  db: Kysely<Tables>,
  named: Named,
): Promise<FoundCaller & { credentials: readonly Row<'credentials'>[]; isWatched: boolean }> {
  if (named.contact) {
    const found = await findCaller(db, named);
    // Whether anybody watches is looked for then.
    return { ...found, credentials: await credentialsOf(db, found.caller.user), isWatched: true };
  }
  const voter = await byCredential(db, named, voters);
  if (!voter) throw await unknownCaller(db, named);
  const { holder, found } = voter;
  return { ...found, credentials: credentialsIn(holder), isWatched: holder.watching_id !== null };
}

function callerIn(
  holder: Holder,
  { organizationId, nowMs, stampKey }: Named,
  fromParent: boolean,
): { organization: Organization; caller: Caller } {
  const { stamps_expire_at_ms } = holder;
  if (stamps_expire_at_ms !== null && stamps_expire_at_ms <= nowMs) throw refused('API_KEY_EXPIRED');
  if (stampKey !== undefined) checkMayBeAttested(holder);
  const organization = {
    organization_id: organizationId,
    parent_id: holder.named_parent_id,
    name: holder.name,
    root_quorum_threshold: holder.root_quorum_threshold,
    requester: holder.requester,
    policies_revision: holder.policies_revision,
    features: holder.features,
    created_at_ms: holder.named_created_at_ms,
    suspended_at_ms: holder.suspended_at_ms,
    suspending_until_ms: holder.suspending_until_ms,
  };
  const credential = {
    kind: holder.stamps_kind,
    id: holder.stamps_id,
    publicKey: stampKey ?? holder.stamps_key,
    credentialType: holder.stamps_type,
    credentialId: credentialIdOf(holder.stamps_passkey),
    loginId: holder.stamps_login_id,
    loginAtMs: holder.stamps_login_at_ms,
    isProved: holder.stamps_is_proved !== 0,
  };
  return { organization, caller: { user: holder, fromParent, credential } };
}

/** @param passkey - JSON of a {@link PasskeyRecord}; `null` of keys. */
export const credentialIdOf = (passkey: string | null): string =>
  passkey === null ? '' : (JSON.parse(passkey) as PasskeyRecord).credentialId;

type Unknown = StampedWith & { readonly organizationId: string };

/**
 * The refusal of a stamp whose credential neither the named organization nor its parent has. Whether that organization exists is told to a
 * verified stamp alone: a passkey's needs its public key, and a read-only session is none.
 *
 * @see docs/wire.md 2.6
 */
export async function unknownCaller(db: Kysely<Tables>, stamped: Unknown): Promise<RefusedError> {
  if (isPasskeyLookup(stamped)) return refused('CREDENTIAL_NOT_FOUND');
  if (isReadOnlySession(stamped)) return refused('PUBLIC_KEY_NOT_FOUND');
  const [there] = await organizations(db, stamped);
  return refused(there ? 'PUBLIC_KEY_NOT_FOUND' : 'ORGANIZATION_NOT_FOUND');
}

const organizations = statement((db, value: ValueOf<Unknown>) =>
  db.selectFrom('organizations').select('organization_id').where('organization_id', '=', value('organizationId')),
);

/** @see docs/wire.md 2.12 */
export const recoveryKeyType = 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256';

export const isRecoveryKey = ({ credential }: Caller): boolean => credential?.credentialType === recoveryKeyType;

/** A recovery key may only be used for recovery. @throws {RefusedError} NOT_AUTHORIZED */
export function checkRecoveryKey({ recoveryKeys }: { readonly recoveryKeys: RecoveryKeys }, caller: Caller): void {
  if (recoveryKeys === 'refused' && isRecoveryKey(caller))
    throw refused('NOT_AUTHORIZED', { about: 'a recovery key is for recovering alone' });
}
