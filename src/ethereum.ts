export type {
  AuthorizationRequest,
  DataToSign,
  EthereumAccount,
  TransactionSerializer,
} from './adapters/ethereum/account.js';
export { EthereumError, type EthereumErrorCode } from './adapters/ethereum/ethereumError.js';
export type { TransactionSignature } from './adapters/ethereum/signedTransaction.js';
export { type AccountOptions, toAccount } from './adapters/ethereum/toAccount.js';
export type {
  AccessList,
  Hex,
  ListedAuthorization,
  Quantity,
  TransactionToSign,
} from './adapters/ethereum/transaction.js';
