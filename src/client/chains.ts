import type { Token } from '../reading/token.js';

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
  /** From how many whole coins on the review of a transaction warns of its largest fee. Default: 0.1 ETH or BNB, 1 of any other coin. */
  readonly highFee?: number | undefined;
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

/** How much an address has of a chain's coin, or of a token. */
export type Balance = {
  /** The token's contract, or on Solana its mint. `undefined`: the chain's coin. */
  readonly token: string | undefined;
  readonly symbol: string;
  /** How many digits of the amount stand behind the point. */
  readonly decimals: number;
  /** In the smallest units: wei, lamports. `undefined`: it could not be read. */
  readonly amount: bigint | undefined;
};

/** Whose balances are asked for, and which: the chain's coin, and these tokens. */
export type BalancesOf = { readonly address: string; readonly chain: Chain; readonly tokens: readonly Token[] };

/** Reads balances, the coin's first. */
export type ReadBalances = (of: BalancesOf) => Promise<readonly Balance[]>;

/** Whether a chain is one of Ethereum. */
export const isEthereumChain = (chain: Chain): chain is EthereumChain => typeof chain.id === 'number';
