export type { ApprovedTransaction } from '../adapters/ethereum/approvedTransactions.js';
export type {
  PreparedTransaction,
  TransactionFee,
  TransactionToPrepare,
} from '../adapters/ethereum/prepareTransaction.js';
export type { TransactionStatus } from '../adapters/state/transactionStatus.js';
export type { Balance, BalancesOf, ReadBalances } from '../client/chains.js';
export type { Confirmation } from '../client/confirmations/confirmations.js';
export {
  type ApprovedTransactionsOptions,
  type SendApprovedOptions,
  useApprovedTransactions,
  useHideApproved,
  useSendApproved,
} from '../hooks/approvedTransactions.js';
export { type BalancesOptions, type BalancesRequest, useBalances } from '../hooks/balances.js';
export { useConfirmations } from '../hooks/confirmations.js';
export { type AccountOfOptions, useAccountOf } from '../hooks/ethereumAccounts.js';
export {
  type EthereumHookError,
  type PrepareTransactionOptions,
  type SendTransactionOptions,
  type SendTransactionResult,
  type TransactionToSend,
  usePrepareTransaction,
  useSendTransaction,
} from '../hooks/sending.js';
export { type AddressNotes, type SignatureFactsResult, useSignatureFacts } from '../hooks/signatureFacts.js';
export { type TransactionStatusOptions, useTransactionStatus } from '../hooks/transactionStatus.js';
export type { Lookalike } from '../reading/lookalike.js';
export type { SignatureDanger, SignatureFacts } from '../reading/signatureFacts.js';
export type { SignatureRequest } from '../reading/signatureRequest.js';
export type { TypedDataEffect, TypedDataReading } from '../reading/typedDataEffects.js';
