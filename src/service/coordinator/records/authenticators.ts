import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { Authenticator, AuthenticatorParams } from '../../../contract/shapes.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { toBase64Url } from '../../../crypto/base64url.js';
import { fromHex, toHex } from '../../../crypto/hex.js';
import { readRegistration } from '../../configuration/passkeyRegistration.js';
import { rulesFor } from '../../configuration/passkeyRules.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';
import type { PasskeyRecord } from '../../store/tables/credentials.js';
import type { Tools } from '../../tools.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { isTaken } from '../callers/keyProof.js';
import { passkeyLookup } from '../callers/passkeyStamp.js';
import { type CameBy, type CredentialHolder, keepCredential } from './credentials.js';

const credentialType = 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR';

export const isPasskey = ({ kind }: Pick<Row<'credentials'>, 'kind'>): boolean => kind === 'PASSKEY';

/**
 * Registers a passkey for a user. It counts at once, as the request is its maker's own.
 *
 * @returns the passkey's id here.
 * @throws {RefusedError} PASSKEY_INVALID, CREDENTIAL_CONFLICT, TOO_MANY_PASSKEYS
 */
export async function registerPasskey(
  tools: Pick<Tools, 'newTimedId' | 'dashboardUrl'>,
  db: Kysely<Tables>,
  holder: CredentialHolder & CameBy,
  params: AuthenticatorParams,
): Promise<string> {
  const { organization, userId } = holder;
  const registered = await readRegistration(params, await rulesFor(tools, db, organization));
  const held = await credentialsOf(db, { organization_id: organization.organization_id, user_id: userId });
  if (held.filter(isPasskey).length >= limits.passkeys.most) throw refused('TOO_MANY_PASSKEYS');
  const credentialId = toBase64Url(registered.credentialId);
  const { lookupKey, curveType } = passkeyLookup(credentialId);
  if (await isTaken(db, organization, lookupKey)) throw refused('CREDENTIAL_CONFLICT');
  const { rpId, aaguid, backupEligible } = registered;
  const { transports } = params.attestation;
  const record: PasskeyRecord = { credentialId, rpId, aaguid, transports, backupEligible };
  return keepCredential(tools, db, holder, {
    kind: 'PASSKEY',
    lookup_key: lookupKey,
    credential_name: params.authenticatorName,
    public_key: toHex(registered.publicKey),
    credential_type: credentialType,
    curve_type: curveType,
    passkey: JSON.stringify(record),
    sign_count: registered.signCount,
    proof: 'proved',
  });
}

/** A passkey as the wire has it. Attestation is not verified, so that its type is none. */
export function writeAuthenticator(credential: Row<'credentials'>): Authenticator {
  const { credentialId, aaguid, transports } = readPasskey(credential);
  return {
    transports: [...transports],
    attestationType: 'none',
    aaguid,
    credentialId,
    model: '',
    credential: { publicKey: toBase64Url(fromHex(credential.public_key)), type: credential.credential_type },
    authenticatorId: credential.credential_id,
    authenticatorName: credential.credential_name,
    createdAt: timestampOf(credential.created_at_ms),
    updatedAt: timestampOf(credential.updated_at_ms),
  };
}

/** What is kept of it. Only a passkey has any. */
const readPasskey = ({ passkey }: Pick<Row<'credentials'>, 'passkey'>): PasskeyRecord => JSON.parse(passkey ?? '');
