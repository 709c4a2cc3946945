import { LatchkeyError } from '../../errors.js';

/** What an account of Ethereum cannot be asked for. Nothing was sent to the service. */
export type EthereumErrorCode =
  /** Its address or its public key is of another chain. */
  | 'ACCOUNT_NOT_ETHEREUM'
  /** The logged-in person has no account of this address. */
  | 'WALLET_ACCOUNT_NOT_FOUND'
  /** A field is missing, is none of its type, or is beyond what it can be. */
  | 'TRANSACTION_MALFORMED'
  /** A transaction with blobs, or of a type that is not Ethereum's. */
  | 'TRANSACTION_TYPE_NOT_SUPPORTED'
  /** `from` is another address. */
  | 'TRANSACTION_SIGNER_MISMATCH'
  /** The service signs transactions of up to 64 KiB. */
  | 'TRANSACTION_TOO_LARGE';

/** Something that an account of Ethereum was asked for and cannot do. */
export class EthereumError extends LatchkeyError<EthereumErrorCode> {}
