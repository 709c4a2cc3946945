import type { TransactionToSend } from '../../hooks/sending.js';
import type { SolTransfers } from '../../hooks/solTransfers.js';

/** A transaction as it is reviewed and sent: the same one each time. */
export type Prepared = PreparedTransaction | PreparedSolTransfer;

export type PreparedTransaction = Extract<TransactionToSend, { readonly facts: unknown }>;
type PreparedSolTransfer = Parameters<SolTransfers['send']>[0];

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
