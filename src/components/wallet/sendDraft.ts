import type { TransactionToSend } from '../../hooks/sending.js';
/** A transaction as it is reviewed and sent: the same one each time. */
export type Prepared = Extract<TransactionToSend, { readonly facts: unknown }>;

/** What is typed so far. */
export type Draft = {
  /** The token's address; empty: the coin. */
  readonly token: string;
  readonly to: string;
  readonly amount: string;
  /** All there is, less the fee. */
  readonly isAll: boolean;
};

export const emptyDraft: Draft = { token: '', to: '', amount: '', isAll: false };
