import { refused } from '../../contract/refusals.js';
import type { AuthenticatorParams } from '../../contract/shapes.js';
import { fromBase64Url } from '../../crypto/base64url.js';
import { checkRegistration, type RegisteredPasskey } from '../../crypto/webauthn/registration.js';
import { LatchkeyError } from '../../errors.js';
import { checkSite, type PasskeyRules } from './passkeyRules.js';

/**
 * The passkey of a registration as it was sent.
 *
 * @throws {RefusedError} PASSKEY_INVALID, with what is wrong of it
 */
export async function readRegistration(
  { challenge, attestation }: AuthenticatorParams,
  rules: PasskeyRules,
): Promise<RegisteredPasskey> {
  try {
    const answer = {
      credentialId: fromBase64Url(attestation.credentialId),
      clientDataJson: fromBase64Url(attestation.clientDataJson),
      attestationObject: fromBase64Url(attestation.attestationObject),
    };
    const registered = await checkRegistration(answer, { ...rules, challenge });
    checkSite(rules, registered);
    return registered;
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    throw refused('PASSKEY_INVALID', { about: `${error.code}: ${error.message}`, cause: error });
  }
}
