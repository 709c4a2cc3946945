/** How a stamp's credential is looked for: on its own curve alone, since the same bytes may be a key of two. */
export type StampedWith = {
  readonly lookupKey: string;
  readonly curveType: string;
  /** The key that a token names, where it is a token that leads to the caller. */
  readonly stampKey?: string;
};

/** A stamp that was verified, as votes keep it. */
export type KeptStamp = { readonly publicKey: string; readonly scheme: string; readonly signature: string };
