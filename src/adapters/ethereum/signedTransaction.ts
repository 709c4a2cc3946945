import { answerForAnother } from '../../client/answerError.js';
import { signTransaction } from '../../contract/signing.js';
import { type Bytes, concat } from '../../crypto/bytes.js';
import { EncodingError } from '../../crypto/encodingError.js';
import { keccak256 } from '../../crypto/ethereum.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { bytesOf, isRlpBytes, numberOf, type RlpItem, readRlp, writeRlp } from '../../crypto/rlp.js';
import type { Hex } from './transaction.js';

/** A signature as viem's serializers take it. */
export type TransactionSignature = {
  /** 32 bytes, as `s`. */
  readonly r: Hex;
  readonly s: Hex;
  /** 27 + `yParity`. */
  readonly v: bigint;
  readonly yParity: 0 | 1;
};

/**
 * The signature of a signed transaction, if it is the very one that was to be signed: no byte beside the signature is another.
 *
 * @param signed - in lower-case hex without 0x, as the service answers it.
 * @throws {AnswerError} ANSWER_FOR_ANOTHER
 */
export function signatureIn(signed: string, unsigned: Bytes): TransactionSignature {
  const { type, fields, evenV } = partsOf(unsigned);
  const [v, r, s] = numbersAtEnd(signed);
  const yParity = v - evenV;
  const expected = concat(type, writeRlp([...fields, ...[v, r, s].map(bytesOf)]));
  const isOfAKey = [r, s].every((number) => number > 0n && number < 2n ** 256n);
  if ((yParity !== 0n && yParity !== 1n) || !isOfAKey || toHex(expected) !== signed) {
    throw answerForAnother(signTransaction.name, 'another transaction was signed');
  }
  return { r: word(r), s: word(s), v: 27n + yParity, yParity: yParity === 1n ? 1 : 0 };
}

/** The hash of a signed transaction, by which the chain knows it. */
export const hashOf = async (signed: Hex): Promise<Hex> => `0x${toHex(await keccak256(fromHex(signed.slice(2))))}`;

/** What a signed transaction begins with, and the v of a signature whose yParity is 0. @see EIP-155, EIP-2718 */
function partsOf(unsigned: Bytes): {
  readonly type: Bytes;
  readonly fields: readonly RlpItem[];
  readonly evenV: bigint;
} {
  const { type, fields } = envelope(unsigned);
  if (type.length > 0) return { type, fields, evenV: 0n };
  const [chainId] = fields.slice(6);
  // Before EIP-155 a transaction named no chain.
  return { type, fields: fields.slice(0, 6), evenV: isRlpBytes(chainId) ? 35n + 2n * numberOf(chainId) : 27n };
}

/** @returns zeros where these bytes are no transaction. */
function numbersAtEnd(signed: string): [v: bigint, r: bigint, s: bigint] {
  try {
    const numbers = envelope(fromHex(signed)).fields.slice(-3);
    const [v = 0n, r = 0n, s = 0n] = numbers.map((item) => (isRlpBytes(item) ? numberOf(item) : 0n));
    return [v, r, s];
  } catch (error) {
    if (error instanceof RangeError || error instanceof EncodingError) return [0n, 0n, 0n];
    throw error;
  }
}

/** @throws {RangeError} for bytes that are no transaction */
function envelope(bytes: Bytes): { readonly type: Bytes; readonly fields: readonly RlpItem[] } {
  const typeBytes = (bytes[0] ?? 0) < 0xc0 ? 1 : 0;
  const fields = readRlp(bytes.subarray(typeBytes));
  return { type: bytes.subarray(0, typeBytes), fields: isRlpBytes(fields) ? [] : fields };
}

const word = (number: bigint): Hex => `0x${number.toString(16).padStart(64, '0')}`;
