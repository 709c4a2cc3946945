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
