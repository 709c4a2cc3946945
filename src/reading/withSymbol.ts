import type { NamedToken } from './claimedTokens.js';
import { decimalOf, type TransactionEffect } from './effect.js';

type Counted = Pick<TransactionEffect, 'amount' | 'unit' | 'token'>;

/**
 * The same effect with its amount in whole tokens and the token's symbol, where the token is one of these: no NFT is. Tokens of Solana are
 * told apart by their mints alone, since a transaction does not name its cluster. What a contract says of itself tells no NFT's id as an amount.
 */
export function withSymbol<Effect extends Counted>(
  effect: Effect,
  chain: number | 'solana',
  tokens: readonly NamedToken[],
): Effect & Pick<TransactionEffect, 'tokenSymbol' | 'isTokenClaimed'> {
  const { token, unit, amount } = effect;
  if (token === undefined || unit === 'coin' || unit === 'NFT') return effect;
  const known = tokens.find((each) =>
    chain === 'solana'
      ? String(each.chainId).startsWith('solana:') && each.address === token
      : each.chainId === chain && each.address.toLowerCase() === token,
  );
  if (!known) return effect;
  if (known.isClaimed && unit !== 'smallest' && known.decimals === 0) return effect;
  const named = { ...effect, tokenSymbol: known.symbol, ...(known.isClaimed && { isTokenClaimed: true as const }) };
  if (unit === 'token') return named; // the transaction says its decimals itself
  const isUnlimited = amount === undefined || unit === 'unlimited or NFT';
  return { ...named, unit: 'token', amount: isUnlimited ? undefined : decimalOf(BigInt(amount), known.decimals) };
}
