import type { AskNode } from '../../client/askNode.js';
import type { EthereumChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { isObject } from '../../crypto/json.js';
import type { DeviceRecord } from '../deviceRecord.js';
import { deviceRecord } from './deviceRecord.js';
import { number } from './fillTransaction.js';
import type { Hex } from './transaction.js';
import { isHex } from './values.js';

/** A signed transaction of which no node has said yet that it has it. */
export type UnsentTransaction = { readonly hash: Hex; readonly signed: Hex; readonly nonce: number };

/** What this device knows of an account on a chain. */
export type AccountNotes = {
  /** The nonce of the last transaction that was sent from here, when, and its hash. */
  readonly last?: { readonly nonce: number; readonly atMs: number; readonly hash?: Hex | undefined } | undefined;
  readonly unsent: readonly UnsentTransaction[];
};

export const noNotes: AccountNotes = { unsent: [] };

/** The notes of an account on a chain, one for all tabs. */
export function accountNotes(
  client: Client,
  { chainId, address }: { chainId: number; address: string },
): DeviceRecord<AccountNotes> {
  return deviceRecord(client, `${chainId}.${address.toLowerCase()}`, isNotes);
}

function isNotes(value: unknown): value is AccountNotes {
  if (!isObject(value) || !Array.isArray(value.unsent)) return false;
  const { last, unsent } = value;
  const isLast =
    last === undefined ||
    (isObject(last) &&
      isNonce(last.nonce) &&
      typeof last.atMs === 'number' &&
      (last.hash === undefined || isHex(last.hash)));
  return (
    isLast && unsent.every((each) => isObject(each) && isHex(each.hash) && isHex(each.signed) && isNonce(each.nonce))
  );
}

const isNonce = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < Number.MAX_SAFE_INTEGER;

/** How many transactions of an account its node counts: with those on their way, or in blocks alone. */
export const nonceAt = async (
  { chain, ask, address }: { readonly chain: EthereumChain; readonly ask: AskNode; readonly address: Hex },
  at: 'pending' | 'latest',
): Promise<number> => Number(number(await ask('eth_getTransactionCount', [address, at]), chain));

/**
 * The nonce of the next transaction: a node may not know the last ones yet.
 *
 * @param pending - how many transactions the node counts.
 */
export function nextNonce(pending: number, { last }: AccountNotes, nowMs: number): number {
  const isRecent = last !== undefined && nowMs - last.atMs < rememberedMs && last.atMs <= nowMs;
  // A node lags by some transactions, not by thousands: such a note is of another chain with this id, or of nobody.
  return isRecent && last.nonce - pending < mostLag ? Math.max(pending, last.nonce + 1) : pending;
}

const rememberedMs = 600_000;
const mostLag = 1_000;
