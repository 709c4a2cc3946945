import { utf8 } from './bytes.js';
import { sha256 } from './digest.js';
import { toHex } from './hex.js';

/**
 * The nonce that ties an OIDC token to a key: lowercase hex of SHA-256 over the *text* of the public key, not its bytes.
 *
 * @param publicKey - hex, as it is sent.
 */
export async function oauthNonce(publicKey: string): Promise<string> {
  return toHex(await sha256(utf8(publicKey)));
}
