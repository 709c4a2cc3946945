import { fromHex, toHex } from '../crypto/hex.js';
import type { NamedToken } from './claimedTokens.js';
import { decimalOf, type TransactionEffect } from './effect.js';
import { ethereumFields, integerIn } from './ethereumFields.js';
import { tokenCall } from './tokenCall.js';
import { withSymbol } from './withSymbol.js';

/** A chain of the app: its id, its name for people, and the symbol of its coin. */
export type NamedChain = {
  readonly id: number;
  readonly name: string;
  readonly symbol: string;
  /** Of its coin. Default: 18. */
  readonly decimals?: number | undefined;
  /** A rollup whose transactions also pay for their bytes on Ethereum. */
  readonly feeOracle?: 'op-stack' | undefined;
  /** From how many whole coins on a fee is a danger. Default: 0.1 ETH, BNB or SOL, 1 of any other coin. */
  readonly highFee?: number | undefined;
};

/**
 * What a transaction of Ethereum does: of a legacy one with a chain id, or one of type 1 or 2, on a chain whose coin is known, that pays,
 * or that calls a token. `undefined` for every other.
 *
 * @param unsignedTransaction - in hex, with or without 0x.
 * @param named - the chain that it has to be for. Default: one of the largest.
 * @param tokens - those whose amounts are told in whole tokens.
 * @see EIP-155, EIP-2930, EIP-1559
 */
export function ethereumEffect(
  unsignedTransaction: string,
  named?: NamedChain,
  tokens: readonly NamedToken[] = [],
): TransactionEffect | undefined {
  try {
    const fields = ethereumFields(fromHex(unsignedTransaction.replace(/^0x/i, '')));
    const chainId = fields && integerIn(fields.chainId);
    const chain = chainId === undefined ? undefined : chainOf(chainId, named);
    if (!fields || !chain || fields.to.length !== 20 || fields.authorizations.length > 0) return undefined;
    const value = integerIn(fields.value);
    const to = `0x${toHex(fields.to)}`;
    const of = { ...chain, feeLimit: coins(integerIn(fields.gasPrice) * integerIn(fields.gasLimit), named) };
    if (fields.data.length === 0) {
      return { does: 'send', amount: coins(value, named), unit: 'coin', token: undefined, from: undefined, to, ...of };
    }
    const call = value === 0n ? tokenCall(fields.data) : undefined;
    return call && withSymbol({ ...call, token: to, ...of }, Number(chainId), tokens);
  } catch {
    return undefined; // who signs refuses what cannot be read
  }
}

/** Whole coins of a chain, as a decimal. @param units - the smallest ones. */
export const coins = (units: bigint, chain: Pick<NamedChain, 'decimals'> | undefined): string =>
  decimalOf(units, chain?.decimals ?? 18);

/** Names of chains, and the symbols of their coins, all of which have 18 decimals, by the chains' ids. @see https://chainlist.org */
const chains: ReadonlyMap<bigint, Pick<TransactionEffect, 'symbol' | 'chain'>> = new Map([
  [1n, { symbol: 'ETH', chain: undefined }],
  [10n, { symbol: 'ETH', chain: 'OP Mainnet' }],
  [56n, { symbol: 'BNB', chain: 'BNB Smart Chain' }],
  [137n, { symbol: 'POL', chain: 'Polygon' }],
  [8453n, { symbol: 'ETH', chain: 'Base' }],
  [42161n, { symbol: 'ETH', chain: 'Arbitrum One' }],
  [43114n, { symbol: 'AVAX', chain: 'Avalanche' }],
]);

/** One of these chains, by its id. */
export function knownChain(id: number): NamedChain | undefined {
  const known = Number.isSafeInteger(id) ? chains.get(BigInt(id)) : undefined;
  if (!known) return undefined;
  return {
    id,
    name: known.chain ?? 'Ethereum',
    symbol: known.symbol,
    feeOracle: opStack.has(id) ? 'op-stack' : undefined,
  };
}

/** Those of them that are of the OP Stack. Arbitrum takes what bytes cost as gas. */
const opStack: ReadonlySet<number> = new Set([10, 8453]);

function chainOf(id: bigint, named: NamedChain | undefined): Pick<TransactionEffect, 'symbol' | 'chain'> | undefined {
  if (named === undefined) return chains.get(id);
  return BigInt(named.id) === id ? { symbol: named.symbol, chain: id === 1n ? undefined : named.name } : undefined;
}
