import type { Token } from './token.js';

/** What a contract says of its own token. Anybody can write a contract that says anything. */
export type ClaimedToken = {
  /** The contract, on the chain of the request. */
  readonly address: string;
  readonly symbol: string;
  /** How many digits of an amount stand behind the point. */
  readonly decimals: number;
};

/** A token that is told by its symbol. `isClaimed`: nobody but its own contract vouches for that. */
export type NamedToken = Token & { readonly isClaimed?: true };

/**
 * Those of the claims that are told: short symbols of plain letters and digits that nobody can take for another token's. One that bears
 * the symbol of a known token, or of a chain's coin, is told in smallest units.
 *
 * @param known - those that the app or the kit vouches for.
 */
export function believable(
  claims: readonly ClaimedToken[],
  chain: { readonly id: number; readonly symbol: string },
  known: readonly Token[],
): readonly NamedToken[] {
  const taken = new Set([...coins, chain.symbol, ...known.map(({ symbol }) => symbol)].map(likeOthers));
  return claims
    .filter(({ symbol, decimals }) => plainSymbol.test(symbol) && !taken.has(likeOthers(symbol)) && decimals <= 36)
    .map(({ address, symbol, decimals }) => ({ chainId: chain.id, address, symbol, decimals, isClaimed: true }));
}

/** A letter first: no number, and no mark that changes the direction of a text. */
const plainSymbol = /^[A-Za-z][A-Za-z0-9.+$-]{0,10}$/;

/** Symbols that differ only in what an eye confuses are the same. */
const likeOthers = (symbol: string): string =>
  symbol
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')
    .replaceAll('0', 'o')
    .replaceAll('2', 'z')
    .replaceAll('5', 's')
    .replaceAll('8', 'b')
    .replaceAll(/[69]/g, 'g')
    .replaceAll(/[1il]/g, 'l');

/** The coins of chains, and what else reads as an amount of money. */
const coins = [
  'BTC ETH SOL BNB POL AVAX TRX XRP ADA DOGE DOT TON LTC MATIC BCH SUI APT NEAR ATOM XLM HYPE CELO FTM S',
  'Bitcoin Ether Ethereum Solana Tether USD EUR GBP JPY CNY INR wei gwei million billion thousand tokens token',
].flatMap((line) => line.split(' '));
