import { textOfEip191 } from '../crypto/eip191.js';
import { fromHex } from '../crypto/hex.js';

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
export function readSignedPayload(parameters: Readonly<Record<string, unknown>>): SignedPayload | undefined {
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

function asMessage(payload: string): string | undefined {
  try {
    return textOfEip191(fromHex(payload.replace(/^0x/, '')));
  } catch {
    return undefined; // no hex
  }
}
