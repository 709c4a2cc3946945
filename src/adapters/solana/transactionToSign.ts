import { toBase58 } from '../../crypto/base58.js';
import { type Bytes, equalBytes } from '../../crypto/bytes.js';
import { readSolanaEnvelope, type SolanaEnvelope } from '../../crypto/solanaMessage.js';
import { SolanaError } from './solanaError.js';

/** A transaction as it was given, read, and which of its signatures an account makes. */
export type SolanaTransactionToSign = SolanaEnvelope & {
  readonly given: Bytes;
  readonly address: string;
  readonly at: number;
};

/**
 * Reads a transaction that an account is to sign.
 *
 * @param given - a transaction, or its message alone.
 * @throws {SolanaError} TRANSACTION_TOO_LARGE, TRANSACTION_MALFORMED, TRANSACTION_SIGNER_MISMATCH
 */
export function transactionToSign(given: Bytes, address: string): SolanaTransactionToSign {
  if (given.length > mostBytes) {
    const says = `This has ${given.length} bytes: at most ${mostBytes} are signed.`;
    throw new SolanaError('TRANSACTION_TOO_LARGE', says);
  }
  const envelope = readSolanaEnvelope(given, malformed);
  const { keys, signers } = envelope.message;
  const at = keys.slice(0, signers).indexOf(address);
  if (at >= 0) return { ...envelope, given, address, at };
  throw new SolanaError('TRANSACTION_SIGNER_MISMATCH', `${address} is none of the signers of this transaction.`);
}

/** @see signTransaction of the contract */
export const mostBytes = 65_536;

/** Of a message: payloads of 64 KiB are signed, and it is written in hex. */
export const mostMessageBytes = 32_768;

/** @throws {SolanaError} TRANSACTION_MALFORMED where somebody else has not signed yet: nobody could send it. */
export function refuseUnsigned({ signatures, at }: SolanaTransactionToSign): void {
  const empty = new Uint8Array(64);
  if (signatures.some((signature, index) => index !== at && equalBytes(signature, empty)))
    throw malformed('others have to sign it before it can be sent');
}

/** The name of a signed transaction: its first signature. */
export const idOf = ({ signatures: [first = new Uint8Array()] }: Pick<SolanaEnvelope, 'signatures'>): string =>
  toBase58(first);

export const malformed = (about: string): SolanaError =>
  new SolanaError('TRANSACTION_MALFORMED', `This is no transaction to sign: ${about}.`);
