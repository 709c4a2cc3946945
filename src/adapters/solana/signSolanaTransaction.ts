import { answerForAnother } from '../../client/answerError.js';
import type { Client } from '../../client/createClient.js';
import type { CallOptions } from '../../client/signer.js';
import { submit } from '../../client/submit.js';
import { signTransaction } from '../../contract/signing.js';
import { fromBase58 } from '../../crypto/base58.js';
import { type Bytes, equalBytes } from '../../crypto/bytes.js';
import { verifyEd25519 } from '../../crypto/ed25519.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { readSolanaEnvelope, type SolanaEnvelope } from '../../crypto/solanaMessage.js';
import type { SolanaTransactionToSign } from './transactionToSign.js';

/**
 * Signs a transaction by `sign_transaction`, which reads it, so that policies see it.
 *
 * @returns the signed transaction: the one asked for, with the signatures of others that it had.
 * @throws {AnswerError} ANSWER_FOR_ANOTHER
 */
export async function signSolanaTransaction(
  client: Client,
  transaction: SolanaTransactionToSign,
  options: CallOptions,
): Promise<Bytes> {
  const parameters = {
    signWith: transaction.address,
    unsignedTransaction: toHex(transaction.given),
    type: 'TRANSACTION_TYPE_SOLANA',
  } as const;
  const { result } = await submit(client, signTransaction, parameters, options);
  return checkedSolanaTransaction(result.signedTransaction, transaction);
}

/**
 * A signed transaction as the service has answered it, if it is the one that was asked for: its message is the same, byte by byte, the
 * signatures of others are, and the account's own verifies.
 *
 * @param signed - in hex.
 * @throws {AnswerError} ANSWER_FOR_ANOTHER
 */
export async function checkedSolanaTransaction(signed: string, transaction: SolanaTransactionToSign): Promise<Bytes> {
  const { address, at, bytes, signatures } = transaction;
  const answer = envelopeIn(signed);
  const own = answer?.signatures[at] ?? new Uint8Array();
  const isSame =
    answer !== undefined &&
    equalBytes(answer.bytes, bytes) &&
    signatures.every((given, index) => index === at || equalBytes(given, answer.signatures[index] ?? new Uint8Array()));
  if (isSame && (await verifyEd25519(fromBase58(address), own, bytes))) return fromHex(signed);
  throw answerForAnother(signTransaction.name, 'another transaction was signed');
}

function envelopeIn(signed: string): SolanaEnvelope | undefined {
  try {
    return readSolanaEnvelope(fromHex(signed), (about) => new RangeError(about));
  } catch {
    return undefined;
  }
}
