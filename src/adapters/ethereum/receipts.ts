import { isObject } from '../../crypto/json.js';
import type { Hex } from './transaction.js';
import { isHex } from './values.js';

/** What a node says of a transaction that is in a block. */
export type Receipt = {
  /** 0x1: it did what it was to do; 0x0: it failed, and cost its fee. */
  readonly status: '0x0' | '0x1';
  readonly gasUsed: Hex;
  readonly effectiveGasPrice?: Hex | undefined;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly transactionHash: Hex;
  readonly logs: readonly { readonly address: Hex; readonly data: Hex; readonly topics: readonly Hex[] }[];
};

export function isReceipt(value: unknown): value is Receipt {
  if (!isObject(value) || !isNumber(value.gasUsed) || !isNumber(value.blockNumber) || !isHex(value.blockHash))
    return false;
  const { status, effectiveGasPrice, transactionHash, logs } = value;
  const hasPrice = effectiveGasPrice === undefined || effectiveGasPrice === null || isNumber(effectiveGasPrice);
  return (
    hasPrice &&
    isHex(transactionHash) &&
    (status === '0x0' || status === '0x1') &&
    Array.isArray(logs) &&
    logs.every(isLog)
  );
}

const isNumber = (value: unknown): boolean => typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value);

const isLog = (value: unknown): boolean =>
  isObject(value) &&
  isHex(value.address) &&
  isHex(value.data) &&
  Array.isArray(value.topics) &&
  value.topics.every(isHex);

/** A receipt as wallet_getCallsStatus answers it. @see EIP-5792 */
export const receiptOfCall = ({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }: Receipt) => ({
  logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
  ...{ status, blockHash, blockNumber, gasUsed, transactionHash },
});
