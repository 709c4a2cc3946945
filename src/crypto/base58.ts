import { type Bytes, concat, equalBytes } from './bytes.js';
import { sha256 } from './digest.js';
import { EncodingError } from './encodingError.js';
import { fromHex, toHex } from './hex.js';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Nine digits are below 2^53. */
const atOnce = 58n ** 9n;

/** The work grows with the square of the length; no text of ours comes near this one. */
const longestText = 8_192;

/** Base58 in Bitcoin's alphabet; each leading zero byte is a leading `1`. */
export function toBase58(bytes: Bytes): string {
  const zeros = countLeading(bytes, 0);
  let rest = BigInt(`0x0${toHex(bytes)}`);
  let text = '';
  for (; rest > 0n; rest /= atOnce) {
    let low = Number(rest % atOnce);
    const digits = rest < atOnce ? 0 : 9;
    for (let count = 0; count < digits || low > 0; count += 1) {
      text = alphabet.charAt(low % 58) + text;
      low = Math.floor(low / 58);
    }
  }
  return '1'.repeat(zeros) + text;
}

/**
 * The bytes of a base58 text of at most 8,192 characters.
 *
 * @throws {EncodingError} BASE58_MALFORMED
 */
export function fromBase58(text: string): Bytes {
  if (text.length > longestText) throw malformed();
  let value = 0n;
  let low = 0; // the digits since `value` was last updated, of which there are `places`: 58^9 is below 2^53
  let places = 1;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) throw malformed();
    low = low * 58 + digit;
    places *= 58;
    if (places === 58 ** 9) [value, low, places] = [value * BigInt(places) + BigInt(low), 0, 1];
  }
  value = value * BigInt(places) + BigInt(low);
  const hex = value === 0n ? '' : value.toString(16);
  return concat(new Uint8Array(countLeading(text, '1')), fromHex(hex.length % 2 === 0 ? hex : `0${hex}`));
}

/** Base58 of the payload and the first 4 bytes of its double SHA-256. There is no version byte. */
export async function toBase58Check(payload: Bytes): Promise<string> {
  return toBase58(concat(payload, await checksum(payload)));
}

/**
 * The payload of a base58check text without a version byte, its 4-byte checksum verified and taken off.
 *
 * @throws {EncodingError} BASE58_MALFORMED
 */
export async function fromBase58Check(text: string): Promise<Bytes> {
  const { payload, verify } = splitBase58Check(text);
  await verify();
  return payload;
}

/**
 * {@link fromBase58Check} for who has something to prepare meanwhile: the payload is not to be used before `verify` has come to
 * its end.
 *
 * @throws {EncodingError} BASE58_MALFORMED, here or by `verify`
 */
export function splitBase58Check(text: string): { payload: Bytes; verify: () => Promise<void> } {
  const bytes = fromBase58(text);
  const payload = bytes.slice(0, -4);
  return { payload, verify: () => verifyChecksum(payload, bytes.slice(-4)) };
}

async function verifyChecksum(payload: Bytes, expected: Bytes): Promise<void> {
  if (!equalBytes(expected, await checksum(payload))) throw malformed();
}

async function checksum(payload: Bytes): Promise<Bytes> {
  return (await sha256(await sha256(payload))).slice(0, 4);
}

function countLeading<Item>(items: ArrayLike<Item>, wanted: Item): number {
  let count = 0;
  while (count < items.length && items[count] === wanted) count++;
  return count;
}

function malformed(): EncodingError {
  return new EncodingError(
    'BASE58_MALFORMED',
    'This is not base58, or its checksum is wrong: check that it is complete.',
  );
}
