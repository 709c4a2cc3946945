import { EncodingError } from './encodingError.js';

/** Bytes as WebCrypto takes them: a view of an ordinary buffer, never of a shared one. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** All parts in one array, in order. */
export function concat(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The UTF-8 bytes of a text. A lone surrogate becomes U+FFFD, as everywhere on the web. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/**
 * The text of UTF-8 bytes. A byte order mark stays in the text: nothing is dropped.
 *
 * @throws {EncodingError} UTF8_MALFORMED
 */
export function fromUtf8(bytes: Bytes): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    throw new EncodingError('UTF8_MALFORMED', 'These bytes are not UTF-8 text.');
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether both hold the same bytes. The time taken depends on the lengths alone. */
export function equalBytes(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  a.forEach((byte, index) => {
    difference |= byte ^ (b[index] ?? 0);
  });
  return difference === 0;
}
