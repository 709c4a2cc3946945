/** A chain of Ethereum that the app offers, as viem writes chains. */
export type EthereumChain = {
  /** As in EIP-155. */
  readonly id: number;
  readonly name: string;
  /** Its coin. */
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  /** The first URL of `default.http` is asked. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } };
  /** `op-stack`: a rollup whose transactions also pay for their bytes on Ethereum. */
  readonly feeOracle?: 'op-stack' | undefined;
};

/** A cluster of Solana that the app offers. Its coin is SOL. */
export type SolanaChain = {
  /** As in the Wallet Standard. */
  readonly id: 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet';
  readonly name: string;
  /** The first URL of `default.http` is asked. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } };
};

/** A chain that the app offers. */
export type Chain = EthereumChain | SolanaChain;

/** Whether a chain is one of Ethereum. */
export const isEthereumChain = (chain: Chain): chain is EthereumChain => typeof chain.id === 'number';
