/** A field of a description: the descriptor's label, and the value that is signed. */
export type DescribedField = {
  readonly label: string;
  /** In words: an address in lower case behind 0x, an amount to the last digit, `2026-01-31 08:00:00Z`. */
  readonly value: string;
  readonly kind: 'address' | 'amount' | 'other' | 'call';
  /** The contract whose token or NFT it is, where no symbol tells it: the amount is then in smallest units. */
  readonly token?: string | undefined;
  /** The call that is inside this one, of `call`. */
  readonly call?: Description | undefined;
};

/** What is signed, in the words of a descriptor. */
export type Description = {
  /** Whose descriptor it is: of the settings, or of the package `micro-eth-signer`. */
  readonly by?: 'app' | 'package' | undefined;
  /** What it is for: `Swap`. */
  readonly intent: string;
  /** The same with its values, where the descriptor has such a sentence: `Swap 1 ETH for 2500 USDC`. */
  readonly sentence?: string | undefined;
  /** Whose contract it is, as the descriptor says. */
  readonly owner?: string | undefined;
  readonly fields: readonly DescribedField[];
  /** Whether every address, number and call that is signed is in the fields; but for those that are zero, the signer's own, or a nonce. */
  readonly isWhole: boolean;
  /** Whether it permits an amount that is more than any token has. */
  readonly isUnlimited: boolean;
};
