import { utf8 } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';

/** What a signature over payloads is for: texts, or what a person cannot read as one. */
export type SignedPayload = {
  readonly is: 'message' | 'typed data' | 'authorization' | 'data';
  /** The texts, where all of them are. */
  readonly messages: readonly string[];
};

/**
 * Reads the parameters of SIGN_RAW_PAYLOAD and SIGN_RAW_PAYLOADS. A message is UTF-8 that says so, or what wallets sign as one: the bytes
 * behind the prefix of ERC-191, hashed by Keccak.
 */
export function signedPayload(parameters: Readonly<Record<string, unknown>>): SignedPayload | undefined {
  const { payload, payloads = [payload], encoding, hashFunction } = parameters;
  if (!Array.isArray(payloads) || typeof encoding !== 'string') return undefined;
  if (encoding === 'PAYLOAD_ENCODING_EIP712') return { is: 'typed data', messages: [] };
  if (encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION') return { is: 'authorization', messages: [] };
  const read =
    encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' ? asText : hashFunction === keccak ? asMessage : () => undefined;
  const messages = payloads.map((each) => (typeof each === 'string' ? read(each) : undefined));
  return messages.every((each) => each !== undefined) ? { is: 'message', messages } : { is: 'data', messages: [] };
}

const keccak = 'HASH_FUNCTION_KECCAK256';

const asText = (payload: string): string => payload;

/** The length of the message in bytes stands before it, in decimal: a message that begins with a digit has one reading all the same. @see ERC-191 */
function asMessage(payload: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromHex(payload.replace(/^0x/, '')));
    if (!text.startsWith(prefix)) return undefined;
    const rest = text.slice(prefix.length);
    const [digits = ''] = /^\d{1,7}/.exec(rest) ?? [];
    for (let taken = 1; taken <= digits.length; taken += 1) {
      const message = rest.slice(taken);
      if (utf8(message).length === Number(digits.slice(0, taken))) return message;
    }
  } catch {}
  return undefined;
}

const prefix = '\x19Ethereum Signed Message:\n';
