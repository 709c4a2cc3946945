import type { RefusalReason } from '../../client/confirmations/confirmationError.js';
import type { SignatureDanger } from '../../reading/signatureFacts.js';

/** The texts of a request to sign that are not those of the inbox. */
export type ReviewMessages = {
  /** @param of - how many requests wait. */
  readonly count: (at: number, of: number) => string;
  readonly close: string;
  readonly confirm: string;
  readonly sign: string;
  readonly signMessage: string;
  /** @param app - the name of the app, or its host. */
  readonly logIn: (app: string) => string;
  readonly unreadable: string;
  readonly deploy: string;
  readonly delegate: string;
  /** An authorization of EIP-3009 that nobody can use any more. */
  readonly cancelAuthorization: string;
  /** One signature that lets the same address take several tokens. @param to - shortened. */
  readonly several: (to: string, count: number) => string;
  /** Several transactions, one after the other. */
  readonly batch: (count: number) => string;
  /** Several typed data that are signed at once. */
  readonly signSeveral: (count: number) => string;
  readonly from: string;
  readonly to: string;
  readonly network: string;
  /** The label of the last time at which a signature can be used, and of the time at which what it permits ends. */
  readonly usableUntil: string;
  readonly ends: string;
  readonly never: string;
  /** The label of the address that the receiver's is like. */
  readonly looksLike: string;
  /** The label of who says in words what a contract does, and the two who can: a list that anybody reads, or the app. */
  readonly describedBy: string;
  readonly thisApp: string;
  readonly publicList: string;
  readonly amount: string;
  readonly fee: string;
  /** @param amount - `0.0004 ETH` */
  readonly atMost: (amount: string) => string;
  /** Of a rollup, where what bytes cost on Ethereum is not known: it comes on top. */
  readonly plusData: (amount: string) => string;
  /** Of a fee that may become a little more. */
  readonly about: (amount: string) => string;
  readonly text: string;
  /** Why Confirm does not work yet, where a text is longer than its box. */
  readonly readToTheEnd: string;
  /** After the answer, while others must agree. @param needed - how many, where it is known. */
  readonly waitingFor: (needed: number | undefined) => string;
  /** It is done, in a word. */
  readonly sent: string;
  readonly signed: string;
  /** Why what was confirmed was not done. */
  readonly failures: { readonly [code in ReviewFailure]: string };
  readonly dangers: { readonly [danger in SignatureDanger]: string };
  /** What is not signed whatever anybody says: that it is not, and why. */
  readonly refused: { readonly title: string } & { readonly [reason in RefusalReason]: string };
  /** Beside a shield, in the list of what waits. */
  readonly danger: string;
  /** The labels of a token's contract, and of whoever gives tokens that are not the signer's. */
  readonly token: string;
  readonly owner: string;
  /** The labels of what a request says that signs nothing: of a user, a policy, a quorum. */
  readonly labels: {
    readonly [label in 'name' | 'email' | 'phone' | 'effect' | 'condition' | 'consensus' | 'needed' | 'id']: string;
  };
  readonly understand: string;
  /** A badge beside an address that nothing was paid or allowed before. */
  readonly firstTime: string;
  /** A badge beside a token's contract, which alone says the token's symbol and decimals. */
  readonly unverifiedToken: string;
};

/** What can become of something that was confirmed, and has a sentence of its own. */
export type ReviewFailure =
  | 'FEE_EXCEEDED'
  | 'TRANSACTION_REVERTED'
  | 'CHAIN_REFUSED'
  | 'TRANSACTION_STALE'
  | 'TRANSACTION_UNCERTAIN'
  | 'TRANSACTION_UNCONFIRMED'
  | 'NOT_ALL_SENT'
  | 'ACTIVITY_NEEDS_APPROVAL'
  | 'ACTIVITY_REJECTED';

/** The texts of the card itself. */
export type ReviewWords = { readonly locale: string; readonly details: string; readonly review: ReviewMessages };
