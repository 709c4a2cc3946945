import { refused } from '../../contract/refusals.js';
import { TokenError } from '../../crypto/jws.js';
import type { VerifyP256 } from '../../crypto/p256.js';
import { type VerificationClaims, verifyVerificationToken } from '../../crypto/tokens.js';

/**
 * The claims of a verification token with a verified signature: the first check of a presented token.
 *
 * @param publicKey - of its signer: 65 bytes uncompressed, hex.
 * @throws {RefusedError} VERIFICATION_TOKEN_INVALID
 */
export async function genuineToken(token: string, publicKey: string, verify: VerifyP256): Promise<VerificationClaims> {
  try {
    return await verifyVerificationToken(token, publicKey, verify);
  } catch (error) {
    throw error instanceof TokenError ? refused('VERIFICATION_TOKEN_INVALID', { cause: error }) : error;
  }
}
