import { type Enrolment, isEnrolment } from '../contract/enrolment.js';
import { fromBase64Url, toBase64Url } from '../crypto/base64url.js';
import { fromUtf8, utf8 } from '../crypto/bytes.js';
import { sha256 } from '../crypto/digest.js';
import { readJsonObject } from '../crypto/json.js';
import { LatchkeyError } from '../errors.js';

/** An enrolment as one word for a command line: base64url of JSON. */
export const writeEnrolment = (enrolment: Enrolment): string => toBase64Url(utf8(JSON.stringify(enrolment)));

/** @throws {EnrolmentError} ENROLMENT_MALFORMED */
export function readEnrolment(text: string): Enrolment {
  try {
    const enrolment = readJsonObject(fromUtf8(fromBase64Url(text)));
    if (isEnrolment(enrolment)) return enrolment;
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
  }
  throw new EnrolmentError(
    'ENROLMENT_MALFORMED',
    'This is not the text of a passkey as the dashboard shows it. Copy the whole line.',
  );
}

/**
 * The challenge that the passkey is made for, base64url of a SHA-256: nothing that it names can be changed afterwards. No name has a line
 * feed.
 */
export async function enrolmentChallenge({
  organizationId,
  name,
  timeMs,
  random,
}: Pick<Enrolment, 'organizationId' | 'name' | 'timeMs' | 'random'>): Promise<string> {
  const lines = [purpose, organizationId, name, String(timeMs), random];
  return toBase64Url(await sha256(utf8(lines.join('\n'))));
}

const purpose = 'latchkey-enroll';

/**
 * Eight characters that tell one text from every other: the page shows them, and who registers the passkey types them, so that nobody on
 * the way from the page to the command puts a passkey of their own in its place. They are dear to compute (a quarter of a second), since
 * forty bits of a plain hash are matched within minutes.
 *
 * @see RFC 8018, 5.2 (PBKDF2); Crockford's base32
 */
export async function enrolmentCheck(text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', utf8(text), 'PBKDF2', false, ['deriveBits']);
  const slow = { name: 'PBKDF2', hash: 'SHA-256', salt: utf8(purpose), iterations: 600_000 };
  const bits = new Uint8Array(await crypto.subtle.deriveBits(slow, key, 40));
  const number = bits.reduce((sum, byte) => sum * 256 + byte, 0);
  return Array.from({ length: 8 }, (_, at) => crockford[Math.floor(number / 32 ** at) % 32]).join('');
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The text is not that of an enrolment. */
class EnrolmentError extends LatchkeyError<'ENROLMENT_MALFORMED'> {}
