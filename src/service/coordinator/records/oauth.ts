import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { OauthProvider } from '../../../contract/shapes.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';
import type { ProviderRecord } from '../../store/tables/credentials.js';
import type { Tools } from '../../tools.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { isTaken, waitingLookupKey } from '../callers/keyProof.js';
import { type ProviderIdentity, providerLookup } from '../callers/providerLookup.js';
import { type CameBy, type CredentialHolder, keepCredential } from './credentials.js';

/** An identity that a token proved; `awaits`: the public key whose first stamp here it waits for. */
export type NewProvider = ProviderIdentity & { readonly providerName: string; readonly awaits?: string | undefined };

export const isProvider = ({ kind }: Pick<Row<'credentials'>, 'kind'>): boolean => kind === 'OAUTH_PROVIDER';

/**
 * Lets a user log in by an identity, at once or from the first stamp of the key that it awaits.
 *
 * @returns the provider's id here.
 * @throws {RefusedError} CREDENTIAL_CONFLICT, TOO_MANY_OAUTH_PROVIDERS
 */
export async function addProvider(
  tools: Pick<Tools, 'newTimedId'>,
  db: Kysely<Tables>,
  holder: CredentialHolder & CameBy,
  { providerName, issuer, audience, subject, awaits }: NewProvider,
): Promise<string> {
  const { organization, userId } = holder;
  const held = await credentialsOf(db, { organization_id: organization.organization_id, user_id: userId });
  if (held.filter(isProvider).length >= limits.oauthProviders.most) throw refused('TOO_MANY_OAUTH_PROVIDERS');
  const { lookupKey, curveType } = await providerLookup({ issuer, audience, subject });
  const heldBy = awaits === undefined ? lookupKey : waitingLookupKey(awaits, lookupKey);
  for (const name of new Set([lookupKey, heldBy])) if (await isTaken(db, organization, name)) throw refusedProvider();
  const record: ProviderRecord = { issuer, audience, subject };
  return keepCredential(tools, db, holder, {
    kind: 'OAUTH_PROVIDER',
    lookup_key: heldBy,
    credential_name: providerName,
    public_key: lookupKey,
    credential_type: providerType,
    curve_type: curveType,
    provider: JSON.stringify(record),
    is_proved: awaits === undefined ? 1 : 0,
    proof: awaits === undefined ? 'proved' : 'unproved',
  });
}

const refusedProvider = () =>
  refused('CREDENTIAL_CONFLICT', { about: 'OAuth provider', turnkeyErrorCode: 'OAUTH_PROVIDER_ALREADY_EXISTS' });

/** What policies know it by: the wire has keys of OAuth alone. @see docs/wire.md 2.12 */
const providerType = 'CREDENTIAL_TYPE_OAUTH_KEY_P256';

/** An identity as the wire has it. */
export function writeOauthProvider(credential: Row<'credentials'>): OauthProvider {
  const { issuer, audience, subject } = JSON.parse(credential.provider ?? '') as ProviderRecord;
  return {
    providerId: credential.credential_id,
    providerName: credential.credential_name,
    issuer,
    audience,
    subject,
    createdAt: timestampOf(credential.created_at_ms),
    updatedAt: timestampOf(credential.updated_at_ms),
  };
}
