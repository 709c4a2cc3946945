export type {
  AuthorizationRequest,
  DataToSign,
  EthereumAccount,
  TransactionSerializer,
} from './adapters/ethereum/account.js';
export { announceProvider, type WalletInfo } from './adapters/ethereum/announceProvider.js';
export {
  createEthereumProvider,
  type EthereumProvider,
  type EthereumProviderOptions,
} from './adapters/ethereum/createEthereumProvider.js';
export { EthereumError, type EthereumErrorCode } from './adapters/ethereum/ethereumError.js';
export type { EthereumRequest } from './adapters/ethereum/methodsContext.js';
export { ProviderRpcError } from './adapters/ethereum/providerRpcError.js';
export type { EthereumProviderEvents } from './adapters/ethereum/providerState.js';
export type { TransactionSignature } from './adapters/ethereum/signedTransaction.js';
export { type AccountOptions, toAccount } from './adapters/ethereum/toAccount.js';
export type {
  AccessList,
  Hex,
  ListedAuthorization,
  Quantity,
  TransactionToSign,
} from './adapters/ethereum/transaction.js';
export type { EthereumChain } from './client/chains.js';
