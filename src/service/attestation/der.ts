import { type Bytes, concat, utf8 } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';

/** One element of DER: its tag, its length in the shortest form, and what is in it. @see X.690, sections 8.1 and 10.1 */
export function der(tag: number, ...parts: readonly Bytes[]): Bytes {
  const content = concat(...parts);
  const { length } = content;
  if (length < 0x80) return concat(Uint8Array.of(tag, length), content);
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return concat(Uint8Array.of(tag, ...long), content);
}

export const sequence = (...parts: readonly Bytes[]): Bytes => der(0x30, ...parts);

/** A number that is not negative, from its bytes. */
export function integer(value: Bytes): Bytes {
  const first = value.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Uint8Array.of(0) : value.subarray(first);
  return der(0x02, (digits[0] ?? 0) > 0x7f ? concat(Uint8Array.of(0), digits) : digits.slice());
}

/** @param unused - how many bits of the last byte are none. */
export const bitString = (bits: Bytes, unused = 0): Bytes => der(0x03, Uint8Array.of(unused), bits);
export const octetString = (bytes: Bytes): Bytes => der(0x04, bytes);
/** @param hex - its content, as 2.5.4.3 is `550403`. */
export const objectId = (hex: string): Bytes => der(0x06, fromHex(hex));
export const yes: Bytes = /* @__PURE__ */ Uint8Array.of(0x01, 0x01, 0xff);

/** A name that is one common name. @see RFC 5280, section 4.1.2.4 */
export const commonName = (text: string): Bytes =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, utf8(text)))));

/** A whole second: until 2049 in two digits of the year, from then on in four. @see RFC 5280, section 4.1.2.5 */
export function time(ms: number): Bytes {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return Number(digits.slice(0, 4)) < 2050 ? der(0x17, utf8(digits.slice(2))) : der(0x18, utf8(digits));
}

/** An ECDSA signature over P-384, from r‖s. @see RFC 3279, section 2.2.3 */
export const ecdsaSignature = (raw: Bytes): Bytes => sequence(integer(raw.slice(0, 48)), integer(raw.slice(48)));
