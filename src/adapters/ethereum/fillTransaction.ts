import type { AskNode } from '../../client/askNode.js';
import type { EthereumChain } from '../../client/chains.js';
import { EthereumError } from './ethereumError.js';
import type { TransactionRequest } from './parameters.js';
import type { Hex, Quantity, TransactionToSign } from './transaction.js';

/**
 * A transaction with its chain, gas and fees, where the request names none: what the person sees is what is signed, but for the nonce.
 *
 * @throws {ProviderRpcError} what the node refused with: a call that would fail, for instance
 */
export async function fillTransaction(
  request: TransactionRequest,
  chain: EthereumChain,
  ask: AskNode,
): Promise<TransactionToSign> {
  const { gas, chainId = chain.id } = request;
  if (chainId !== chain.id)
    throw new EthereumError(
      'CHAIN_NOT_CHOSEN',
      `This transaction is for the chain ${chainId}, and ${chain.id} is chosen.`,
    );
  const filled = { ...request, chainId, ...(await fees(request, ask)) };
  return { ...filled, gas: gas ?? number(await ask('eth_estimateGas', [written(request)]), chain) };

  async function fees({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest, ask: AskNode) {
    if (gasPrice !== undefined || maxFeePerGas !== undefined) return {};
    const hasPrice = type === 'legacy' || type === 'eip2930';
    const baseFee = hasPrice ? undefined : await baseFeeNow(ask);
    if (baseFee === undefined) return { gasPrice: number(await ask('eth_gasPrice'), chain) };
    const tip = maxPriorityFeePerGas ?? number(await ask('eth_maxPriorityFeePerGas').catch(() => '0x3b9aca00'), chain);
    // The base fee grows by an eighth a block at most: this holds for five blocks that are full.
    return { maxPriorityFeePerGas: tip, maxFeePerGas: 2n * baseFee + BigInt(tip) };
  }

  async function baseFeeNow(ask: AskNode): Promise<bigint | undefined> {
    const block = await ask('eth_getBlockByNumber', ['latest', false]);
    const hasBaseFee = typeof block === 'object' && block !== null && 'baseFeePerGas' in block;
    return hasBaseFee ? number(block.baseFeePerGas, chain) : undefined;
  }
}

/** A number that the node answered. @throws {EthereumError} CHAIN_UNREACHABLE */
export function number(answer: unknown, { name }: EthereumChain): bigint {
  if (typeof answer === 'string' && /^0x[\da-f]{1,64}$/i.test(answer)) return BigInt(answer);
  throw new EthereumError('CHAIN_UNREACHABLE', `The node of ${name} answered what is no number.`);
}

/** A request as a node reads it. */
function written({ type: _, authorizationList, ...request }: TransactionRequest): object {
  const entries = Object.entries(request).map(([name, value]) => [name, isNumber(value) ? inHex(value) : value]);
  const authorizations = authorizationList?.map(({ address, chainId, nonce, yParity = 0, r, s }) => ({
    ...{ address, chainId: inHex(chainId), nonce: inHex(nonce), yParity: inHex(yParity) },
    ...{ r: inHex(BigInt(r)), s: inHex(BigInt(s)) },
  }));
  return { ...Object.fromEntries(entries), ...(authorizations && { authorizationList: authorizations }) };
}

const isNumber = (value: unknown): value is Quantity => typeof value === 'bigint' || typeof value === 'number';

const inHex = (value: Quantity): Hex => `0x${value.toString(16)}`;
