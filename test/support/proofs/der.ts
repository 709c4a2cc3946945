import { type Bytes, concat, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';

/** An element of DER: its tag, and what is in it. */
export function der(tag: number, ...parts: readonly Bytes[]): Bytes {
  const content = concat(...parts);
  return concat(Uint8Array.of(tag), lengthOf(content.length), content);
}

export const sequence = (...parts: readonly Bytes[]): Bytes => der(0x30, ...parts);

/** A number from its bytes, the highest first. */
export function integer(bytes: Bytes): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? new Uint8Array(1) : bytes.slice(first);
  return der(0x02, (digits[0] ?? 0) > 0x7f ? concat(new Uint8Array(1), digits) : digits);
}

/** Whole bytes. */
export const bitString = (bytes: Bytes): Bytes => der(0x03, new Uint8Array(1), bytes);

/** From the content's hex. */
export const objectId = (hex: string): Bytes => der(0x06, fromHex(hex));

/** A name of one common name. */
export const name = (text: string): Bytes => sequence(der(0x31, sequence(objectId('550403'), der(0x0c, utf8(text)))));

/** Until 2049 in two digits of the year, from then on in four. */
export function time(ms: number): Bytes {
  const text = new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, '');
  return text < '2050' ? der(0x17, utf8(text.slice(2))) : der(0x18, utf8(text));
}

/** r‖s of a curve of any size, as a signature in DER. */
export const signature = (raw: Bytes): Bytes =>
  sequence(integer(raw.slice(0, raw.length / 2)), integer(raw.slice(raw.length / 2)));

function lengthOf(length: number): Bytes {
  if (length < 0x80) return Uint8Array.of(length);
  return length < 0x100 ? Uint8Array.of(0x81, length) : Uint8Array.of(0x82, length >> 8, length & 0xff);
}

/** The elements in a row, whatever they hold; `undefined` where the bytes are none. */
export function elementsOf(bytes: Bytes): { readonly tag: number; readonly content: Bytes }[] | undefined {
  const elements: { readonly tag: number; readonly content: Bytes }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0, high = 0, low = 0] = bytes.slice(at, at + 4);
    const headLength = first < 0x80 ? 2 : first - 0x80 + 2;
    const length = first < 0x80 ? first : first === 0x81 ? high : high * 256 + low;
    const end = at + headLength + length;
    if (headLength > 4 || end > bytes.length) return undefined;
    elements.push({ tag, content: bytes.slice(at + headLength, end) });
    at = end;
  }
  return elements;
}
