import { refused } from '../../../contract/refusals.js';
import type { TransactionType } from '../../../contract/signing.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { EncodingError } from '../../../crypto/encodingError.js';
import { fromHex } from '../../../crypto/hex.js';
import { type BitcoinTransactionFacts, readBitcoinTransaction } from './bitcoin.js';
import { type EthereumTransactionFacts, readEthereumTransaction } from './ethereum.js';
import { readSolanaTransaction, type SolanaTransactionFacts } from './solana.js';
import { readTronTransaction, type TronTransactionFacts } from './tron.js';
import type { PublicSigner, UnsignedTransaction } from './unsigned.js';

/** What policies read of a transaction, under the names by which they know it. */
export type TransactionFacts =
  | { readonly eth: { readonly tx: EthereumTransactionFacts } }
  | { readonly solana: { readonly tx: SolanaTransactionFacts } }
  | { readonly tron: { readonly tx: TronTransactionFacts } }
  | { readonly bitcoin: { readonly tx: BitcoinTransactionFacts } };

/**
 * Reads a transaction for one that is to sign it.
 *
 * @param text - hex, with or without 0x, in any case.
 * @throws {RefusedError} TRANSACTION_MALFORMED, TRANSACTION_TYPE_NOT_SUPPORTED, TRANSACTION_SIGNER_MISMATCH
 * @see docs/wire.md 8.3
 */
export async function readTransaction(
  type: TransactionType,
  text: string,
  signer: PublicSigner,
): Promise<UnsignedTransaction<TransactionFacts>> {
  const bytes = hexBytes(text);
  switch (type) {
    case 'TRANSACTION_TYPE_ETHEREUM':
      return readEthereumTransaction(bytes, signer);
    case 'TRANSACTION_TYPE_SOLANA':
      return readSolanaTransaction(bytes, signer);
    case 'TRANSACTION_TYPE_TRON':
      return readTronTransaction(bytes, signer);
    case 'TRANSACTION_TYPE_BITCOIN':
      return readBitcoinTransaction(bytes, signer);
    case 'TRANSACTION_TYPE_TEMPO':
      throw refused('TRANSACTION_TYPE_NOT_SUPPORTED', { about: type });
  }
}

function hexBytes(text: string): Bytes {
  try {
    return fromHex(text.replace(/^0x/i, ''));
  } catch (error) {
    throw error instanceof EncodingError ? refused('TRANSACTION_MALFORMED', { cause: error }) : error;
  }
}
