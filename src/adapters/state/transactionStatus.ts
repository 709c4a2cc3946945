import { type Chain, isEthereumChain, type SolanaChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { networkFailed } from '../../client/unreachableError.js';
import { isObject } from '../../crypto/json.js';
import { nodesOf } from '../ethereum/chain.js';
import { codedRefusal } from '../ethereum/codedRefusal.js';
import { callNode } from '../nodes/callNode.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import { signatureStatus, statusCall } from './signatureStatus.js';

/** What a chain says of a transaction. */
export type TransactionStatus =
  /** The node does not know it: not yet, or not any more. */
  | { readonly state: 'unknown' }
  /** It waits for a block. */
  | { readonly state: 'pending' }
  /** `block`: its number; on Solana its slot. `reverted`: it failed, and its fee is paid. */
  | { readonly state: 'included'; readonly block: number; readonly result: 'success' | 'reverted' };

/**
 * What a chain's node says of a transaction.
 *
 * @param hash - on Solana the signature, in base58.
 * @throws {EthereumError} CHAIN_UNREACHABLE, CHAIN_MISMATCH, CHAIN_REFUSED
 * @throws {UnreachableError} NETWORK_FAILED: a node of Solana does not answer
 */
export async function transactionStatus(client: Client, chain: Chain, hash: string): Promise<TransactionStatus> {
  if (!isEthereumChain(chain)) return solanaStatus(client, chain, hash);
  const ask = nodesOf(client)(chain);
  const receipt = await codedRefusal('CHAIN_REFUSED', () => ask('eth_getTransactionReceipt', [hash]));
  const included = statusInReceipt(receipt, hash);
  if (included) return included;
  return statusOfFound(await codedRefusal('CHAIN_REFUSED', () => ask('eth_getTransactionByHash', [hash])));
}

/** What a receipt says. `undefined`: it is none, or another transaction's. */
export function statusInReceipt(receipt: unknown, hash: string): TransactionStatus | undefined {
  if (!isObject(receipt) || isOther(receipt.transactionHash, hash)) return undefined;
  if (!isNumber(receipt.blockNumber) || !isNumber(receipt.status)) return undefined;
  return includedIn(Number(receipt.blockNumber), Number(receipt.status) === 1);
}

const isOther = (named: unknown, hash: string): boolean =>
  typeof named === 'string' && named.toLowerCase() !== hash.toLowerCase();

/** What a node says of a transaction of which it has no receipt. */
export const statusOfFound = (found: unknown): TransactionStatus => ({
  state: isObject(found) ? 'pending' : 'unknown',
});

async function solanaStatus(client: Client, chain: SolanaChain, hash: string): Promise<TransactionStatus> {
  const url = nodeUrl(chain);
  try {
    const answer = await callNode({ url, timeoutMs: client.settings.timeoutMs }, statusCall(hash));
    return statusOfSignature('result' in answer ? answer.result : undefined) ?? { state: 'unknown' };
  } catch (cause) {
    throw networkFailed(url, cause);
  }
}

/**
 * What a node of Solana says of the transaction at an index of those that it was asked for. `undefined`: it says nothing of that one.
 *
 * @throws {TypeError} it is no such answer
 */
export function statusOfSignature(result: unknown, at = 0): TransactionStatus | undefined {
  const status = signatureStatus(result, at);
  if (!status)
    return isObject(result) && Array.isArray(result.value) && at < result.value.length
      ? { state: 'unknown' }
      : undefined;
  return status.commitment === 'processed' ? { state: 'pending' } : includedIn(status.slot, status.error === null);
}

const includedIn = (block: number, isSuccess: boolean): TransactionStatus => ({
  ...{ state: 'included', block, result: isSuccess ? 'success' : 'reverted' },
});

const isNumber = (value: unknown): boolean => typeof value === 'string' && /^0x[\da-f]{1,13}$/i.test(value);
