import { type Bytes, equalBytes } from '../bytes.js';
import { type Cbor, readCbor } from '../cbor.js';
import { readAuthenticatorData } from './authenticatorData.js';
import { type Ceremony, checkClientData } from './clientData.js';
import { type CoseKey, coseKeyOf } from './coseKey.js';
import { relyingPartyOf } from './relyingParty.js';
import { cborMalformed, WebauthnError } from './webauthnError.js';

/** What the browser answered to `navigator.credentials.create()`. */
export type RegistrationAnswer = {
  readonly credentialId: Bytes;
  readonly clientDataJson: Bytes;
  readonly attestationObject: Bytes;
};

/** A passkey as it is kept. */
export type RegisteredPasskey = {
  readonly credentialId: Bytes;
  /** COSE, as the authenticator wrote it. */
  readonly publicKey: Bytes;
  readonly algorithm: CoseKey['algorithm'];
  readonly aaguid: string;
  readonly rpId: string;
  /** Of the page that made it. */
  readonly origin: string;
  readonly signCount: number;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
};

/** Whether the passkeys of a relying party must verify their user. */
export type UserRules = { readonly verificationOf: (rpId: string) => UserVerification };
type UserVerification = 'preferred' | 'required';

/**
 * Checks a registration. Its attestation statement is not verified, whatever its format: no certificate is fetched or trusted.
 *
 * @throws {WebauthnError}
 * @see WebAuthn Level 3, section 7.1
 */
export async function checkRegistration(
  { credentialId, clientDataJson, attestationObject }: RegistrationAnswer,
  ceremony: Omit<Ceremony, 'type'> & UserRules,
): Promise<RegisteredPasskey> {
  const origin = checkClientData(clientDataJson, { ...ceremony, type: 'webauthn.create' });
  const data = readAuthenticatorData(authenticatorDataOf(readCbor(attestationObject, cborMalformed)));
  const rpId = await relyingPartyOf(origin, data.rpIdHash);
  checkUser(data, ceremony.verificationOf(rpId));
  const { attested, signCount, userVerified, backupEligible, backedUp } = data;
  if (!attested) throw malformed();
  if (!equalBytes(attested.credentialId, credentialId)) {
    throw new WebauthnError('CREDENTIAL_ID_MISMATCH', 'The passkey was made under another id.');
  }
  const { algorithm } = coseKeyOf(attested.cose);
  const { publicKey, aaguid } = attested;
  return {
    credentialId,
    publicKey,
    algorithm,
    aaguid,
    rpId,
    origin,
    signCount,
    userVerified,
    backupEligible,
    backedUp,
  };
}

/**
 * Whether a person was present, and was verified if that is required.
 *
 * @throws {WebauthnError} USER_NOT_PRESENT, USER_NOT_VERIFIED
 */
export function checkUser(
  { userPresent, userVerified }: { readonly userPresent: boolean; readonly userVerified: boolean },
  userVerification: UserVerification,
): void {
  if (!userPresent) throw new WebauthnError('USER_NOT_PRESENT', 'Nobody was there to use the passkey.');
  if (userVerification === 'required' && !userVerified)
    throw new WebauthnError('USER_NOT_VERIFIED', 'The passkey was used without a PIN, a finger or a face.');
}

/** @see WebAuthn Level 3, section 6.5.4 */
function authenticatorDataOf(attestation: Cbor): Bytes {
  if (!(attestation instanceof Map)) throw malformed();
  const [format, statement, data] = ['fmt', 'attStmt', 'authData'].map((name) => attestation.get(name));
  if (attestation.size !== 3 || !(statement instanceof Map) || !(data instanceof Uint8Array)) throw malformed();
  if (typeof format !== 'string' || !formats.includes(format)) {
    throw new WebauthnError('ATTESTATION_FORMAT', 'The attestation is of a format that nobody registered.');
  }
  return data as Bytes;
}

/** @see IANA, WebAuthn Attestation Statement Format Identifiers */
const formats = ['none', 'packed', 'tpm', 'android-key', 'android-safetynet', 'fido-u2f', 'apple', 'compound'];

const malformed = () => new WebauthnError('ATTESTATION_MALFORMED', 'This is not the attestation of a new passkey.');
