import type { Bytes } from '../crypto/bytes.js';
import type { ClaimedToken } from './claimedTokens.js';
import type { NamedChain } from './ethereum.js';
import type { TypedDataToRead } from './typedDataLeaves.js';

/** A chain of Solana that the app offers: `solana:mainnet`, `Solana`. */
export type NamedSolanaChain = { readonly id: string; readonly name: string };

/** What somebody who runs in the page asks an account to sign. */
export type SignatureRequest = {
  /** Who signs. */
  readonly address: string;
  /** Of Ethereum: what contracts of tokens that neither the app nor the kit knows say of themselves. */
  readonly claimed?: readonly ClaimedToken[] | undefined;
} & (
  | {
      readonly kind: 'transaction';
      readonly chain: NamedChain;
      /** The very bytes that will be signed, but for the nonce and the fees, in hex without 0x. */
      readonly unsignedTransaction: string;
      /** Where the page has named one: it may take the place of a transaction that is not mined yet. */
      readonly nonce?: number | undefined;
      /** Whether it is sent, too. */
      readonly isSent: boolean;
      /**
       * What the chain takes for its bytes beside gas, at today's prices, in the coin's smallest units: digits. Default: something that
       * nobody knows where the chain has a `feeOracle`, else nothing.
       */
      readonly dataFee?: string | undefined;
    }
  | {
      readonly kind: 'solana transaction';
      /** `undefined`: the page has not named it, and the transaction does not either. */
      readonly chain: NamedSolanaChain | undefined;
      /** The very bytes that will be signed, and the signatures of others, in hex without 0x. */
      readonly unsignedTransaction: string;
      /** Whether it is sent, too. */
      readonly isSent: boolean;
    }
  | {
      /** Several transactions of one chain, one after the other (EIP-5792). */
      readonly kind: 'batch';
      readonly chain: NamedChain;
      /** In their order, each as the bytes that will be signed, but for nonce, gas and fees, which are 0; in hex without 0x. */
      readonly unsignedTransactions: readonly string[];
      /** The most that the chain may charge for the gas of all of them together, in the coin's smallest units: digits. */
      readonly feeLimit: string;
      /** The same of all of them together. Default: nothing. */
      readonly dataFee?: string | undefined;
    }
  | {
      readonly kind: 'message';
      /** A text, or bytes that are none. */
      readonly message: string | Bytes;
    }
  | { readonly kind: 'typed data'; readonly chain: NamedChain; readonly data: TypedDataToRead }
);
