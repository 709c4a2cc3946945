import { byteReader, type Malformed } from '../byteReader.js';
import type { Bytes } from '../bytes.js';

/** A value in DER. */
export type DerElement = {
  readonly tag: number;
  readonly content: Bytes;
  /** Tag, length and content. */
  readonly whole: Bytes;
  /** What a constructed one consists of. */
  readonly children: readonly DerElement[];
};

/** Tags of X.690 that certificates have. */
export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * The one element that these bytes are, to its last byte, with all that is in it.
 *
 * Strict: tags of one byte, lengths of the fewest bytes, booleans, integers, bit strings, nulls and object identifiers in their one form,
 * at most {@link deepest} levels. Each element takes two bytes at least, so that the work is bounded by the bytes.
 *
 * @throws what `malformed` makes
 * @see X.690, sections 8 and 10
 */
export function readDer(bytes: Bytes, malformed: Malformed): DerElement {
  const [element, ...others] = readElements(bytes, malformed, 0);
  if (!element || others.length > 0) throw malformed('it is not one element of DER');
  return element;
}

/** Levels of elements in each other; a certificate has some six. */
const deepest = 12;
const constructed = 0x20;
/** Bits of the class: 0 where X.690 itself says what a tag means. */
const classBits = 0xc0;

function readElements(bytes: Bytes, malformed: Malformed, depth: number): DerElement[] {
  if (depth > deepest) throw malformed('its DER is too deep');
  const { left, take, byte } = byteReader(bytes, malformed);
  const elements: DerElement[] = [];
  while (left() > 0) {
    const start = bytes.length - left();
    const tag = byte();
    const content = take(readLength(byte(), take, malformed));
    const isConstructed = (tag & constructed) !== 0;
    const isList = [derTag.sequence, derTag.set].some((each) => (each & 0x1f) === (tag & 0x1f));
    if ((tag & 0x1f) === 0x1f || ((tag & classBits) === 0 && isConstructed !== isList)) {
      throw malformed(`its DER has the tag ${tag}`);
    }
    if (!isConstructed) checkPrimitive(tag, content, malformed);
    const children = isConstructed ? readElements(content, malformed, depth + 1) : [];
    elements.push({ tag, content, whole: bytes.subarray(start, bytes.length - left()), children });
  }
  return elements;
}

/** @see X.690, section 10.1 */
function readLength(first: number, take: (length: number) => Bytes, malformed: Malformed): number {
  if (first < 0x80) return first;
  // Certificates and what is in them have at most 65,535 bytes.
  if (first !== 0x81 && first !== 0x82) throw malformed('a length of its DER has another form');
  const length = take(first - 0x80).reduce((sum, each) => sum * 256 + each, 0);
  if (length < (first === 0x81 ? 0x80 : 0x100)) throw malformed('a length of its DER is longer than it has to be');
  return length;
}

function checkPrimitive(tag: number, content: Bytes, malformed: Malformed): void {
  const [first = 0, second = 0] = content;
  const last = content.at(-1) ?? 0;
  const isOfForm = {
    // X.690, section 11.1
    [derTag.boolean]: () => content.length === 1 && (first === 0 || first === 0xff),
    // Section 8.3.2
    [derTag.integer]: () =>
      content.length === 1 ||
      (content.length > 1 && !(first === 0 && second < 0x80) && !(first === 0xff && second > 0x7f)),
    // Section 11.2.1: bits that are not used are zero
    [derTag.bitString]: () =>
      content.length > 0 && first < 8 && (content.length > 1 ? (last & ((1 << first) - 1)) === 0 : first === 0),
    [derTag.null]: () => content.length === 0,
    // Section 8.19.2: no number begins with a zero digit, and the last one ends
    [derTag.objectId]: () =>
      content.length > 0 && last < 0x80 && content.every((byte, at) => byte !== 0x80 || (content[at - 1] ?? 0) > 0x7f),
  }[tag];
  if (isOfForm && !isOfForm()) throw malformed('a value of its DER has another form');
}
