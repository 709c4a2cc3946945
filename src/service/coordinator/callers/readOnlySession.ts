import { refused } from '../../../contract/refusals.js';
import { toBase64Url } from '../../../crypto/base64url.js';
import { utf8 } from '../../../crypto/bytes.js';
import { sha256 } from '../../../crypto/digest.js';
import { toHex } from '../../../crypto/hex.js';
import type { Random } from '../../primitives.js';
import type { StampedWith } from './credentialStamp.js';

/** In the place of a stamp, of queries alone. @see docs/wire.md 2.1 */
export const sessionHeader = 'X-Session';

/** A new secret: 256 random bits, base64url. */
export const newReadOnlySession = (random: Random): string => toBase64Url(random(32));

/** The stored hash of a secret, from which the secret cannot be recovered. */
export const readingWith = async (session: string): Promise<StampedWith> => ({
  lookupKey: `session/${toHex(await sha256(utf8(session)))}`,
  curveType,
});

const curveType = 'READ_ONLY_SESSION';

/** Whether that is what a read-only session is found by. */
export const isReadOnlySession = (stamped: StampedWith): boolean => stamped.curveType === curveType;

/** What a shown secret is found by. @throws {RefusedError} STAMP_MALFORMED */
export async function readSessionHeader(headers: Headers): Promise<StampedWith> {
  const session = headers.get(sessionHeader) ?? '';
  if (!/^[\w-]{43}$/.test(session)) throw refused('STAMP_MALFORMED');
  return readingWith(session);
}
