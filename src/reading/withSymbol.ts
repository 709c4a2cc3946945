import type { NamedToken } from './claimedTokens.js';
import { decimalOf, type TransactionEffect } from './effect.js';

type Counted = Pick<TransactionEffect, 'amount' | 'unit' | 'token'>;

/**
 * The same effect with its amount in whole tokens and the token's symbol, where the token is one of these: no NFT is. Tokens of Solana are
 * told apart by their mints alone, since a transaction does not name its cluster. Where the same bytes may
 * name an NFT, what a contract says of itself tells amounts alone that no id is likely to be.
 */
export function withSymbol<Effect extends Counted>(
  effect: Effect,
  chain: number | 'solana',
  tokens: readonly NamedToken[],
): Effect & Pick<TransactionEffect, 'tokenSymbol'> {
  const { token, unit, amount } = effect;
  if (token === undefined || unit === 'coin' || unit === 'NFT') return effect;
  const known = tokens.find((each) =>
    chain === 'solana'
      ? String(each.chainId).startsWith('solana:') && each.address === token
      : each.chainId === chain && each.address.toLowerCase() === token,
  );
  if (!known) return effect;
  const named = { ...effect, tokenSymbol: known.symbol };
  if (unit === 'token') return named; // the transaction says its decimals itself
  const whole = known.isClaimed ? 'claimed token' : 'token';
  const isUnlimited = amount === undefined || unit === 'unlimited or NFT';
  if (known.isClaimed && unit !== 'smallest' && (isUnlimited || mayBeId(BigInt(amount), known.decimals))) return effect;
  return { ...named, unit: whole, amount: isUnlimited ? undefined : decimalOf(BigInt(amount), known.decimals) };
}

/** Ids are counted from 1, or as long as hashes. */
const mayBeId = (number: bigint, decimals: number): boolean =>
  decimals < 6 || number < 10n ** BigInt(decimals) || number >= 2n ** 96n - 1n;
