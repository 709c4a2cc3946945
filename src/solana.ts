export type { NodeRefusal } from './adapters/nodes/callNode.js';
export { registerWallet } from './adapters/solana/registerWallet.js';
export { SolanaError, type SolanaErrorCode } from './adapters/solana/solanaError.js';
export type { SolanaWalletOptions } from './adapters/solana/solanaWallet.js';
export {
  type SolanaAddress,
  type SolanaSignatures,
  type SolanaSigner,
  toSigner,
} from './adapters/solana/toSigner.js';
export type { WalletIcon } from './adapters/solana/walletStandard.js';
export type { SolanaChain } from './client/chains.js';
