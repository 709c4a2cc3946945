import { type Bytes, fromUtf8 } from '../crypto/bytes.js';

/** The text of bytes that are UTF-8, the same bytes when it is written again. */
export function textOrBytes(bytes: Bytes): string | Bytes {
  try {
    return fromUtf8(bytes);
  } catch {
    return bytes;
  }
}
