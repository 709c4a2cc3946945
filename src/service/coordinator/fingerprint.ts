import type { Bytes } from '../../crypto/bytes.js';
import { sha256 } from '../../crypto/digest.js';
import { toHex } from '../../crypto/hex.js';

/** What an activity is known by: `sha256:` and the hash of the received bytes, and of nothing else. @see Wire facts 2.4 */
export async function fingerprintOf(body: Bytes): Promise<string> {
  return `sha256:${toHex(await sha256(body))}`;
}
