import { type Bytes, concat, utf8 } from './bytes.js';

const prefix = '\x19Ethereum Signed Message:\n';

/** What stands before a message of so many bytes. */
export const eip191Head = (length: number): Bytes => utf8(prefix + length);

/**
 * What a wallet hashes when a person signs a text, or bytes.
 *
 * @param message - a text counts as its UTF-8 bytes.
 * @returns 0x19, `Ethereum Signed Message:`, a newline, the number of the message's bytes in decimal, the message.
 * @see ERC-191, version 0x45
 */
export function eip191(message: string | Bytes): Bytes {
  const bytes = typeof message === 'string' ? utf8(message) : message;
  return concat(eip191Head(bytes.length), bytes);
}

/**
 * The text of such bytes; `undefined` if they are others, or no UTF-8. One that begins with a digit has a single reading all the same, since
 * its length stands before it.
 */
export function textOfEip191(bytes: Bytes): string | undefined {
  const text = textOf(bytes);
  if (!text?.startsWith(prefix)) return undefined;
  const rest = text.slice(prefix.length);
  const [digits = ''] = /^\d{1,7}/.exec(rest) ?? [];
  for (let taken = 1; taken <= digits.length; taken += 1) {
    const message = rest.slice(taken);
    if (utf8(message).length === Number(digits.slice(0, taken))) return message;
  }
  return undefined;
}

function textOf(bytes: Bytes): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
