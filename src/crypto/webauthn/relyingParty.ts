import { type Bytes, equalBytes, utf8 } from '../bytes.js';
import { sha256 } from '../digest.js';
import { WebauthnError } from './webauthnError.js';

/**
 * The relying party's id behind its hash: the host of the origin, or one of its parent domains with at least two labels.
 *
 * @throws {WebauthnError} RP_ID_MISMATCH
 * @see WebAuthn Level 3, section 5.1.3, step 8
 */
export async function relyingPartyOf(origin: string, rpIdHash: Bytes): Promise<string> {
  for (const candidate of candidatesOf(origin)) {
    if (equalBytes(await sha256(utf8(candidate)), rpIdHash)) return candidate;
  }
  throw new WebauthnError('RP_ID_MISMATCH', 'The passkey belongs to another site than the page that used it.');
}

/** The host itself is one also where it has a single label (`localhost`) or is an address. */
function candidatesOf(origin: string): readonly string[] {
  const host = hostOf(origin);
  if (host === undefined) return [];
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  const labels = isAddress ? [] : host.split('.');
  return [host, ...labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'))];
}

function hostOf(origin: string): string | undefined {
  try {
    const { hostname, origin: serialized } = new URL(origin);
    return serialized === origin ? hostname : undefined;
  } catch {
    return undefined;
  }
}
