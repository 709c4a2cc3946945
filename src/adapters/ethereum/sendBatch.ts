import type { FollowedState } from '../../client/confirmations/following.js';
import type { Client } from '../../client/createClient.js';
import { pause } from '../../client/deadline.js';
import { livingSession } from '../../client/signer.js';
import type { VotingOptions } from '../awaitVotes.js';
import { EthereumError } from './ethereumError.js';
import { nonceAt, type UnsentTransaction } from './nonces.js';
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
  /** Called with the hash of one that no node took, or whose nonce another one has used. */
  readonly onRefused: (hash: Hex) => void;
};

/**
 * Sends the calls of a batch, each after the receipt of the one before it. It ends at the first that fails, is not agreed to, or would cost
 * more than is left of the fee, and when the person logs out.
 *
 * @throws {EthereumError} FEE_EXCEEDED, TRANSACTION_REVERTED, TRANSACTION_WOULD_FAIL, NOT_ALL_SENT, and those of `sendTransaction`
 */
export async function sendBatch(client: Client, batch: PreparedBatch, options: BatchOptions): Promise<void> {
  const { calls } = batch;
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
  async function sendInTurn(call: TransactionToSign, index: number) {
    await livingSession(client, options.session);
    const transaction = withinFee(await filledInTurn(batch, call, index), left);
    const receipt = await receiptOf(client, batch, await sendCall(client, batch, transaction, options), options);
    return { receipt, most: BigInt(transaction.gas ?? 0) * priceOf(transaction) };
  }
}

async function sendCall(
  client: Client,
  { chain, ask, address }: PreparedBatch,
  transaction: TransactionToSign,
  { tell, onSigned, onRefused, ...voting }: BatchOptions,
): Promise<SentCall> {
  let made: UnsentTransaction | undefined;
  try {
    const hash = await sendTransaction(
      client,
      { chain, ask, address, transaction },
      {
        ...voting,
        onWaiting: (activity) => tell({ at: 'waiting', activity }),
        onSigned(signed) {
          made = signed;
          onSigned(signed.hash);
        },
      },
    );
    return { hash, nonce: made?.nonce };
  } catch (error) {
    if (made && error instanceof ProviderRpcError) onRefused(made.hash);
    throw error;
  }
}

/** A node may not know yet what another one has mined. */
async function filledInTurn(batch: PreparedBatch, call: TransactionToSign, index: number): Promise<TransactionToSign> {
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

/** What was sent of a batch. */
type SentCall = { readonly hash: Hex; readonly nonce: number | undefined };

/**
 * Waits until a transaction is in a block.
 *
 * @throws {EthereumError} TRANSACTION_REVERTED: another one with its nonce is
 * @throws {SessionError} SESSION_GONE: the person has logged out
 */
async function receiptOf(
  client: Client,
  { chain, ask, address }: PreparedBatch,
  { hash, nonce = Number.MAX_SAFE_INTEGER }: SentCall,
  { session, onRefused }: Pick<BatchOptions, 'session' | 'onRefused'>,
): Promise<Receipt> {
  const isUsed = async () => (await nonceAt({ chain, ask, address }, 'latest').catch(() => 0)) > nonce;
  /** `undefined`: the node does not say. */
  const found = (method: string) => ask(method, [hash]).catch(() => undefined);
  let usedFor = 0;
  for (let waitMs = 250; ; waitMs = Math.min(2 * waitMs, 2_000)) {
    // Asked before the receipt: where it is this one that has used the nonce, the receipt is there. Nodes may lag behind each other.
    const isTaken = await isUsed();
    const receipt = await found('eth_getTransactionReceipt');
    if (isReceipt(receipt) && receipt.transactionHash.toLowerCase() === hash) return receipt;
    usedFor = isTaken && receipt === null ? usedFor + 1 : 0;
    if (usedFor > mostLags && (await found('eth_getTransactionByHash')) === null) {
      onRefused(hash);
      throw new EthereumError('TRANSACTION_REVERTED', `Another transaction with the nonce ${nonce} is in a block.`);
    }
    await pause(waitMs, undefined);
    await livingSession(client, session);
  }
}

const mostLags = 5;
