import type { Client } from '../../client/createClient.js';
import type { CallOptions } from '../../client/signer.js';
import { submit } from '../../client/submit.js';
import { signTransaction } from '../../contract/signing.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { EthereumError } from './ethereumError.js';
import { signatureIn, type TransactionSignature } from './signedTransaction.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { refuseBlobs, unsignedTransaction } from './unsignedTransaction.js';

/** A transaction, and the account that signs it. */
export type SignRequest = {
  readonly transaction: TransactionToSign;
  /** The account's. */
  readonly address: Hex;
  /** Writes the transaction as its chain has it. Default: as Ethereum has it. */
  readonly serializer?:
    | ((transaction: TransactionToSign, signature?: TransactionSignature) => Hex | Promise<Hex>)
    | undefined;
  /** Called with what will be signed, in hex without 0x, before it is. */
  readonly confirm?: ((unsigned: string) => Promise<void>) | undefined;
};

/**
 * Signs a transaction by `sign_transaction`, which reads it, so that policies see it: what the service cannot read is not signed.
 *
 * @returns the signed transaction, which is the one asked for, byte by byte.
 * @throws {EthereumError}
 * @throws {AnswerError} ANSWER_FOR_ANOTHER
 * @throws {RefusedError} TRANSACTION_MALFORMED, TRANSACTION_TYPE_NOT_SUPPORTED: the service cannot read what a serializer wrote
 */
export async function signEthereumTransaction(
  client: Client,
  { transaction, address, serializer, confirm, ...options }: SignRequest & CallOptions,
): Promise<Hex> {
  const { from = address } = transaction;
  if (from.toLowerCase() !== address.toLowerCase()) {
    throw new EthereumError(
      'TRANSACTION_SIGNER_MISMATCH',
      `This transaction is from ${from}, and ${address} signs it.`,
    );
  }
  refuseBlobs(transaction);
  const unsigned = serializer
    ? fromHex((await serializer(transaction)).slice(2))
    : await unsignedTransaction(transaction);
  if (unsigned.length > mostBytes) {
    const says = `This transaction has ${unsigned.length} bytes: at most ${mostBytes} are signed.`;
    throw new EthereumError('TRANSACTION_TOO_LARGE', says);
  }
  const parameters = {
    signWith: address,
    unsignedTransaction: toHex(unsigned),
    type: 'TRANSACTION_TYPE_ETHEREUM',
  } as const;
  await confirm?.(parameters.unsignedTransaction);
  const { result } = await submit(client, signTransaction, parameters, options);
  const signature = signatureIn(result.signedTransaction, unsigned);
  return serializer ? serializer(transaction, signature) : `0x${result.signedTransaction}`;
}

/**
 * A signed transaction as the service has answered it, if it is the one that was asked for.
 *
 * @param signed - in hex without 0x.
 * @throws {AnswerError} ANSWER_FOR_ANOTHER
 */
export async function checkedEthereumTransaction(signed: string, transaction: TransactionToSign): Promise<Hex> {
  signatureIn(signed, await unsignedTransaction(transaction));
  return `0x${signed}`;
}

/** @see signTransaction of the contract */
const mostBytes = 65_536;
