import type { ContactKind } from '../../../contract/contact.js';

/** How a stamp's credential is looked for: on its own curve alone, since the same bytes may be a key of two. */
export type StampedWith = {
  readonly lookupKey: string;
  readonly curveType: string;
  /** The key that a token names, where it is a token that leads to the caller. */
  readonly stampKey?: string;
  /** What a verification token proves, where it is one that leads to the caller. */
  readonly contact?: TokenContact;
};

/** A contact in canonical form, and the token that proves it. */
export type TokenContact = {
  readonly kind: ContactKind;
  readonly contact: string;
  readonly tokenId: string;
};

/** A stamp that was verified, as votes keep it. */
export type KeptStamp = { readonly publicKey: string; readonly scheme: string; readonly signature: string };
