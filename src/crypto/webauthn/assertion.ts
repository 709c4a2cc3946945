import { type Bytes, concat, equalBytes, utf8 } from '../bytes.js';
import { sha256 } from '../digest.js';
import { readAuthenticatorData } from './authenticatorData.js';
import { type Ceremony, checkClientData } from './clientData.js';
import { readCoseKey, verifyWithCoseKey } from './coseKey.js';
import { checkUser, type UserRules } from './registration.js';
import { WebauthnError } from './webauthnError.js';

/** What the browser answered to `navigator.credentials.get()`. */
export type AssertionAnswer = {
  readonly authenticatorData: Bytes;
  readonly clientDataJson: Bytes;
  readonly signature: Bytes;
};

/** What a verified answer says. */
export type CheckedAssertion = {
  readonly signCount: number;
  readonly userVerified: boolean;
  readonly backedUp: boolean;
  readonly origin: string;
};

/** The passkey that is to have answered, as it is kept. */
export type KnownPasskey = { readonly publicKey: Bytes; readonly rpId: string; readonly backupEligible: boolean };

/**
 * Checks that a passkey answered a challenge. The caller, who stores its counter, checks that the counter grew.
 *
 * @returns what may have changed since: its counter, and whether it is backed up; and the page's origin
 * @throws {WebauthnError}
 * @see WebAuthn Level 3, section 7.2
 */
export async function checkAssertion(
  { authenticatorData, clientDataJson, signature }: AssertionAnswer,
  { publicKey, rpId, backupEligible }: KnownPasskey,
  ceremony: Omit<Ceremony, 'type'> & UserRules,
): Promise<CheckedAssertion> {
  const origin = checkClientData(clientDataJson, { ...ceremony, type: 'webauthn.get' });
  const data = readAuthenticatorData(authenticatorData);
  if (!equalBytes(data.rpIdHash, await sha256(utf8(rpId)))) {
    throw new WebauthnError('RP_ID_MISMATCH', 'The passkey was used for another site.');
  }
  checkUser(data, ceremony.verificationOf(rpId));
  if (data.backupEligible !== backupEligible) {
    throw new WebauthnError('BACKUP_STATE', 'Whether a passkey may be backed up does not change.');
  }
  const signed = concat(authenticatorData, await sha256(clientDataJson));
  if (!(await verifyWithCoseKey(readCoseKey(publicKey), signature, signed))) {
    throw new WebauthnError('SIGNATURE_INVALID', 'The signature is not one of this passkey.');
  }
  const { signCount, userVerified, backedUp } = data;
  return { signCount, userVerified, backedUp, origin };
}
