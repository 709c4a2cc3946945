import type { Bytes } from '../../../../crypto/bytes.js';
import { toHex } from '../../../../crypto/hex.js';
import type { Primitives } from '../../../primitives.js';

/** What an activity is known by: `sha256:` and the hash of the received bytes, and of nothing else. @see docs/wire.md 2.4 */
export async function fingerprintOf({ sha256 }: Pick<Primitives, 'sha256'>, body: Bytes): Promise<string> {
  return `sha256:${toHex(await sha256(body))}`;
}
