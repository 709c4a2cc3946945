import type { AskNode } from '../../client/askNode.js';
import type { EthereumChain } from '../../client/chains.js';
import { toHex } from '../../crypto/hex.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { BatchCall } from './batchParameters.js';
import { codedRefusal } from './codedRefusal.js';
import { dataFeeOf } from './dataFeeOf.js';
import { EthereumError } from './ethereumError.js';
import { fillTransaction, number } from './fillTransaction.js';
import { named, transactionRequest } from './signatureRequest.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { unsignedTransaction } from './unsignedTransaction.js';

/** A batch, its chain and that chain's node, and who signs it. */
export type Batch = {
  readonly chain: EthereumChain;
  readonly ask: AskNode;
  readonly address: Hex;
  readonly calls: readonly BatchCall[];
};

/** A batch, and the most that all of it may cost beside its values, in wei. */
export type PreparedBatch = Omit<Batch, 'calls'> & {
  /** The only call of a batch has its gas, too, which is shown. */
  readonly calls: readonly TransactionToSign[];
  readonly feeLimit: bigint;
  readonly request: SignatureRequest;
};

/**
 * Fixes receiver, value and data of each call, and one largest fee for all of them. The first call must be one that the chain would take
 * now; a later one may depend on those before it, so that what it needs may not be known yet.
 *
 * @throws {EthereumError} INSUFFICIENT_FUNDS, TRANSACTION_WOULD_FAIL, TRANSACTION_MALFORMED, CHAIN_UNREACHABLE, CHAIN_MISMATCH
 */
export async function prepareBatch(batch: Batch): Promise<PreparedBatch> {
  const { chain, ask, address, calls } = batch;
  const bytesOf = (call: TransactionToSign) => ({ ...call, ...withoutFee, chainId: chain.id });
  const fixed = await Promise.all(calls.map((call) => unsignedTransaction(bytesOf(call))));
  const [next = {}] = calls;
  await refuseWithoutFunds(batch, BigInt(next.value ?? 0));
  const first = await filledCall(batch, next);
  if (calls.length === 1) return alone(batch, first);
  const fees = feesOf(first);
  let gas = BigInt(first.gas ?? 0);
  gas += await sumOf(calls.slice(1), (call) => gasOf(batch, { ...call, ...fees }));
  const dataFee = await sumOf(calls, async (call) => (await dataFeeOf(bytesOf(call), chain, ask)) ?? 0n);
  const feeLimit = gas * priceOf(first);
  const unsignedTransactions = fixed.map(toHex);
  const request = {
    ...{ address, chain: named(chain), unsignedTransactions, feeLimit: feeLimit.toString() },
    ...(dataFee > 0n && { dataFee: dataFee.toString() }),
  };
  return { ...batch, feeLimit, request: { kind: 'batch', ...request } };
}

/** A batch of one call is shown as that one. */
async function alone({ calls, ...batch }: Batch, filled: TransactionToSign): Promise<PreparedBatch> {
  const { chain, ask, address } = batch;
  const { gas = 0 } = filled;
  const dataFee = await dataFeeOf(filled, chain, ask);
  const request = await transactionRequest({ chain, address, transaction: filled, isSent: true, dataFee });
  return { ...batch, request, calls: calls.map((call) => ({ ...call, gas })), feeLimit: BigInt(gas) * priceOf(filled) };
}

/** Asked a few at a time, as a node may limit how often it is asked. */
async function sumOf(calls: readonly BatchCall[], read: (call: BatchCall) => Promise<bigint>): Promise<bigint> {
  let sum = 0n;
  for (let at = 0; at < calls.length; at += askedAtOnce)
    for (const each of await Promise.all(calls.slice(at, at + askedAtOnce).map(read))) sum += each;
  return sum;
}

/** Later calls may spend what earlier ones bring; the first one cannot. */
async function refuseWithoutFunds({ chain, ask, address }: Batch, value: bigint): Promise<void> {
  if (value === 0n) return;
  const funds = await codedRefusal('CHAIN_REFUSED', () => ask('eth_getBalance', [address, 'pending']));
  if (number(funds, chain) >= value) return;
  const says = `The account has too little ${chain.nativeCurrency.symbol} on ${chain.name} for the first call.`;
  throw new EthereumError('INSUFFICIENT_FUNDS', says);
}

/** A call with the gas and the fees of this moment. @throws {EthereumError} TRANSACTION_WOULD_FAIL */
export const filledCall = (
  { chain, ask, address }: Omit<Batch, 'calls'>,
  call: TransactionToSign,
): Promise<TransactionToSign> =>
  codedRefusal('TRANSACTION_WOULD_FAIL', () => fillTransaction({ ...call, from: address }, chain, ask));

/**
 * A filled transaction whose largest fee is within what is left, at a price that the chain takes now.
 *
 * @throws {EthereumError} FEE_EXCEEDED
 */
export function withinFee(filled: TransactionToSign, left: bigint): TransactionToSign {
  const gas = BigInt(filled.gas ?? 0);
  const price = priceOf(filled);
  if (gas * price <= left) return filled;
  const most = gas === 0n ? 0n : left / gas;
  const tip = BigInt(filled.maxPriorityFeePerGas ?? 0);
  // What is filled is twice the base fee and the tip.
  const least = filled.maxFeePerGas === undefined ? price : (price - tip) / 2n + tip;
  if (most >= least) return { ...filled, maxFeePerGas: most };
  throw new EthereumError('FEE_EXCEEDED', 'The chain’s fees have risen: what is left would cost more than was shown.');
}

/** What a unit of gas costs at most, in wei. */
export const priceOf = ({ maxFeePerGas, gasPrice = 0 }: TransactionToSign): bigint => BigInt(maxFeePerGas ?? gasPrice);

function feesOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionToSign): Partial<TransactionToSign> {
  return gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice };
}

async function gasOf(batch: Batch, call: TransactionToSign): Promise<bigint> {
  try {
    return BigInt((await filledCall(batch, call)).gas ?? 0);
  } catch (error) {
    if (error instanceof EthereumError && error.code === 'TRANSACTION_WOULD_FAIL') return assumedGas;
    throw error;
  }
}

const withoutFee = { type: 'eip1559', gas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } as const;
const askedAtOnce = 10;
/** What a call is assumed to need that fails as long as those before it are not mined: more than most exchanges of tokens do. */
const assumedGas = 500_000n;
