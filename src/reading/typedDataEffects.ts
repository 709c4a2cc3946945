import type { NamedToken } from './claimedTokens.js';
import type { TransactionEffect } from './effect.js';
import type { NamedChain } from './ethereum.js';
import { type Permit, standardOf } from './permits.js';
import type { TypedDataLeaf, TypedDataToRead } from './typedDataLeaves.js';
import { withSymbol } from './withSymbol.js';

/**
 * What a signature over typed data lets happen, without a transaction of the signer: somebody else sends it, and pays its fee.
 *
 * @example
 * { does: 'allow', amount: '1.5', unit: 'token', token: '0xa0b8…', tokenSymbol: 'USDC', to: '0x9955…', usableUntil: 1767225600, … }
 */
export type TypedDataEffect = Omit<TransactionEffect, 'feeLimit'> & {
  /** The last second since 1970 at which the signature can be used. `undefined`: there is none before the year 2100. */
  readonly usableUntil: number | undefined;
  /** When the permission ends, in the same way. `never`: it stays once it is given. `once`: it is used up by one payment. */
  readonly lasts: number | 'never' | 'once';
};

/** What typed data say, where they are exactly those of a standard. */
export type TypedDataReading = {
  /** `Permit2` for those of its permits too that pay once. */
  readonly standard: 'EIP-2612' | 'DAI' | 'EIP-3009' | 'Permit2';
  readonly effects: readonly TypedDataEffect[];
  /** The authorization of EIP-3009 that is void by it: its token, and its nonce. */
  readonly cancels?: { readonly token: string; readonly nonce: string } | undefined;
  /** Whether something else is signed with it, which is told in its fields alone: the witness of Permit2. */
  readonly hasMore: boolean;
};

/**
 * What typed data of EIP-2612, DAI, EIP-3009 and Permit2 let happen. `undefined` for all others, for those of another chain or another
 * account, and for every one whose types, domain or values are not exactly those of the standard.
 *
 * @param leaves - of the same data.
 * @param about - who signs, the chain that it has to be for, and the tokens whose amounts are told in whole tokens.
 * @see EIP-2612, EIP-3009; Uniswap's Permit2, "AllowanceTransfer" and "SignatureTransfer"
 */
export function typedDataEffects(
  data: TypedDataToRead,
  leaves: readonly TypedDataLeaf[],
  about: { readonly address: string; readonly chain: NamedChain; readonly tokens: readonly NamedToken[] },
): TypedDataReading | undefined {
  try {
    const { chain, tokens, address } = about;
    const read = standardOf(data, leaves, address.toLowerCase());
    if (!read || read.chainId !== BigInt(chain.id)) return undefined;
    const { standard, cancels, hasMore } = read;
    if (read.permits.length === 0 && !cancels) return undefined;
    const of = { symbol: chain.symbol, chain: chain.id === 1 ? undefined : chain.name };
    const effects = read.permits.map((permit) => withSymbol({ ...effectOf(permit), ...of }, chain.id, tokens));
    return { standard, effects, cancels, hasMore };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function effectOf({ does, amount, token, to, deadline, ends }: Permit): Omit<TypedDataEffect, 'symbol' | 'chain'> {
  const isUnlimited = does === 'allow' && amount >= unlimitedFrom;
  return {
    ...{ does, amount: isUnlimited ? undefined : amount.toString(), unit: 'smallest', token, from: undefined, to },
    usableUntil: deadline < endless ? Number(deadline) : undefined,
    lasts: typeof ends === 'bigint' ? (ends < endless ? Number(ends) : 'never') : ends,
  };
}

/** No token has as many units. */
const unlimitedFrom = 2n ** 96n - 1n;

/** The year 2100, in seconds: whoever names a later end names none. */
const endless = 4_102_444_800n;

/** Whether it can be used without end, or gives a permission of Permit2 without one. What EIP-2612 allows stays as what `approve` allows. */
export const isWithoutEnd = ({ usableUntil, lasts, amount }: TypedDataEffect, standard: TypedDataReading['standard']) =>
  amount !== '0' && (usableUntil === undefined || (lasts === 'never' && standard === 'Permit2'));
