import type { FollowedState } from '../../client/confirmations/following.js';
import type { Client } from '../../client/createClient.js';
import { pause } from '../../client/deadline.js';
import { livingSession } from '../../client/signer.js';
import type { VotingOptions } from '../awaitVotes.js';
import type { BatchCall } from './batchParameters.js';
import type { AskNode } from './chain.js';
import { EthereumError } from './ethereumError.js';
import { filledCall, type PreparedBatch, priceOf, withinFee } from './prepareBatch.js';
import { ProviderRpcError } from './providerRpcError.js';
import { isReceipt, type Receipt } from './receipts.js';
import { sendTransaction } from './sendTransaction.js';
import type { Hex, TransactionToSign } from './transaction.js';

/** How a batch is sent. */
export type BatchOptions = Pick<VotingOptions, 'session' | 'approvalTimeoutMs'> & {
  readonly tell: (state: FollowedState) => void;
  /** Called with the hash of each transaction that is signed, before it is sent. */
  readonly onSigned: (hash: Hex) => void;
  /** Called with the hash of one that no node took. */
  readonly onRefused: (hash: Hex) => void;
};

/**
 * Sends the calls of a batch, each after the receipt of the one before it. It ends at the first that fails, is not agreed to, or would cost
 * more than is left of the fee, and when the person logs out.
 *
 * @throws {EthereumError} FEE_EXCEEDED, TRANSACTION_REVERTED, TRANSACTION_WOULD_FAIL, NOT_ALL_SENT, and those of `sendTransaction`
 */
export async function sendBatch(client: Client, batch: PreparedBatch, options: BatchOptions): Promise<void> {
  const { ask, calls } = batch;
  let left = batch.feeLimit;
  for (const [index, call] of calls.entries()) {
    if (calls.length > 1) options.tell({ at: 'busy', step: { number: index + 1, of: calls.length } });
    const { receipt, most } = await sendInTurn(call, index).catch((cause: unknown) => {
      if (index === 0 || (cause instanceof EthereumError && cause.code === 'FEE_EXCEEDED')) throw cause;
      const says = `Call ${index + 1} of ${calls.length} was not sent, or may not have been; those before it were.`;
      throw new EthereumError('NOT_ALL_SENT', says, { cause });
    });
    left -= most;
    if (receipt.status !== '0x1')
      throw new EthereumError('TRANSACTION_REVERTED', `Call ${index + 1} of ${calls.length} failed on the chain.`);
  }

  /** `most`: what it may cost, as it is signed, whatever a node says of it. */
  async function sendInTurn(call: BatchCall, index: number) {
    await livingSession(client, options.session);
    const transaction = withinFee(await filledInTurn(batch, call, index), left);
    const receipt = await receiptOf(client, ask, await sendCall(client, batch, transaction, options), options);
    return { receipt, most: BigInt(transaction.gas ?? 0) * priceOf(transaction) };
  }
}

async function sendCall(
  client: Client,
  { chain, ask, address }: PreparedBatch,
  transaction: TransactionToSign,
  { tell, onSigned, onRefused, ...voting }: BatchOptions,
): Promise<Hex> {
  let hash: Hex | undefined;
  try {
    return await sendTransaction(
      client,
      { chain, ask, address, transaction },
      {
        ...voting,
        onWaiting: (activity) => tell({ at: 'waiting', activity }),
        onSigned(made) {
          hash = made.hash;
          onSigned(hash);
        },
      },
    );
  } catch (error) {
    if (hash !== undefined && error instanceof ProviderRpcError) onRefused(hash);
    throw error;
  }
}

/** A node may not know yet what another one has mined. */
async function filledInTurn(batch: PreparedBatch, call: BatchCall, index: number): Promise<TransactionToSign> {
  for (const waitMs of index === 0 ? [] : lagMs)
    try {
      return await filledCall(batch, call);
    } catch (error) {
      if (!(error instanceof EthereumError) || error.code !== 'TRANSACTION_WOULD_FAIL') throw error;
      await pause(waitMs, undefined);
    }
  return filledCall(batch, call);
}

const lagMs = [500, 2_000];

/** Waits until a transaction is in a block. @throws {SessionError} SESSION_GONE: the person has logged out */
async function receiptOf(
  client: Client,
  ask: AskNode,
  hash: Hex,
  { session }: Pick<BatchOptions, 'session'>,
): Promise<Receipt> {
  for (let waitMs = 250; ; waitMs = Math.min(2 * waitMs, 2_000)) {
    const receipt = await ask('eth_getTransactionReceipt', [hash]).catch(() => undefined);
    if (isReceipt(receipt) && receipt.transactionHash.toLowerCase() === hash) return receipt;
    await pause(waitMs, undefined);
    await livingSession(client, session);
  }
}
