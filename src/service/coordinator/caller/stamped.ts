import { refused } from '../../../contract/refusals.js';
import { unbuiltStampSchemes } from '../../../contract/unbuilt.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { KeyError } from '../../../crypto/keyError.js';
import type { VerifyP256 } from '../../../crypto/p256.js';
import { readStamp, type Stamp, StampError, stampHeader, verifyStamp } from '../../../stampers/stamp.js';

/** How a stamp's credential is looked for: on its own curve alone, since the same bytes may be a key of two. */
export type StampedWith = { readonly lookupKey: string; readonly curveType: string };

/** What a stamp's credential is found by. */
export const stampedWith = ({ publicKey }: Stamp): StampedWith => ({
  lookupKey: publicKey,
  curveType: 'API_KEY_CURVE_P256',
});

/**
 * The stamp of a request, verified over the bytes received, before anyone reads them.
 *
 * @throws {RefusedError} STAMP_MISSING, STAMP_AMBIGUOUS, STAMP_MALFORMED, STAMP_INVALID, NOT_YET_SUPPORTED, HEADERS_TOO_LARGE
 */
export async function checkStamp(headers: Headers, body: Bytes, verify: VerifyP256): Promise<Stamp> {
  const sent = [stampHeader, ...otherStamps].filter((name) => headers.has(name));
  if (sent.length > 1) throw refused('STAMP_AMBIGUOUS');
  if (sent.length === 0) throw refused('STAMP_MISSING');
  if (sent[0] !== stampHeader) throw refused('NOT_YET_SUPPORTED', { about: `${sent[0]}` });
  const stamp = readOrRefuse(headers.get(stampHeader) ?? '');
  if (!(await verifies(stamp, body, verify))) throw refused('STAMP_INVALID');
  return stamp;
}

const otherStamps = ['X-Stamp-Webauthn', 'X-Stamp-Attested'];
const maxStampBytes = 8192;

function readOrRefuse(header: string): Stamp {
  if (header.length > maxStampBytes) throw refused('HEADERS_TOO_LARGE');
  try {
    return readStamp(header);
  } catch (error) {
    if (!(error instanceof StampError)) throw error;
    const { scheme } = error;
    if (scheme !== undefined && unbuiltStampSchemes.includes(scheme))
      throw refused('NOT_YET_SUPPORTED', { about: scheme });
    throw refused('STAMP_MALFORMED', { cause: error });
  }
}

async function verifies(stamp: Stamp, body: Bytes, verify: VerifyP256): Promise<boolean> {
  try {
    return await verifyStamp(stamp, body, verify);
  } catch (error) {
    if (error instanceof KeyError) return false;
    throw error;
  }
}
