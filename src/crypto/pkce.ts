import { toBase64Url } from './base64url.js';
import { utf8 } from './bytes.js';
import { sha256 } from './digest.js';

/** 256 random bits as text of 43 characters: a `state`, or the verifier of a code. @see RFC 7636, section 4.1 */
export function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The challenge S256 of a verifier. @see RFC 7636, section 4.2 */
export async function pkceChallenge(verifier: string): Promise<string> {
  return toBase64Url(await sha256(utf8(verifier)));
}
