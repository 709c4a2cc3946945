/** A token whose symbol and decimals the app vouches for. */
export type Token = {
  /** The `id` of its chain. */
  readonly chainId: number | 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet';
  /** The token's contract, or on Solana its mint. */
  readonly address: string;
  readonly symbol: string;
  /** How many digits of an amount stand behind the point: 6 of USDC. */
  readonly decimals: number;
};

/**
 * The token whose contract, or mint, an address is, on whichever chain: nobody has a key to such an address, so that what is sent there is
 * lost on the other chains, too.
 *
 * @param address - of Ethereum behind 0x, in any case, or of Solana.
 */
export const tokenAt = (address: string, tokens: readonly Token[]): Token | undefined =>
  tokens.find((token) => isSameAddress(token.address, address));

/** Whether two addresses are one. Those of Ethereum are the same in either case; those of Solana are not. */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase());
