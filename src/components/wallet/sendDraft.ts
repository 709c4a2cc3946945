import type { TransactionToSend } from '../../hooks/sending.js';
import type { SolTransfers } from '../../hooks/solTransfers.js';

/** A transaction as it is reviewed and sent: the same one each time. */
export type PreparedSend = PreparedEthereumTransaction | PreparedSolTransfer;

export type PreparedEthereumTransaction = Extract<TransactionToSend, { readonly facts: unknown }>;
type PreparedSolTransfer = Parameters<SolTransfers['send']>[0];

/** What is typed so far. */
export type SendDraft = {
  /** The token's address; empty: the coin. */
  readonly token: string;
  readonly to: string;
  /** The address that a name in `to` stands for, once it has been looked up. */
  readonly resolved?: string | undefined;
  readonly amount: string;
  /** All there is, less the fee. */
  readonly isAll: boolean;
};

export const emptyDraft: SendDraft = { token: '', to: '', amount: '', isAll: false };
