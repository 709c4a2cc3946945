import { LatchkeyError } from '../../errors.js';

/**
 * What an account or a provider of Ethereum cannot do. But for the last three and CHAIN_REFUSED, nothing was signed; of a batch,
 * earlier transactions may have been sent.
 */
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
  | 'TRANSACTION_TOO_LARGE'
  /** The provider has no such account: nobody is logged in, it was taken back, or it is another person's. */
  | 'NOT_CONNECTED'
  /** The provider has no such method. */
  | 'METHOD_NOT_SUPPORTED'
  /** The parameters of a method are not those that it takes. */
  | 'PARAMETERS_INVALID'
  /** No answer from the chain's node. */
  | 'CHAIN_UNREACHABLE'
  /** The chain's node says that it is of another chain. */
  | 'CHAIN_MISMATCH'
  /** A transaction names another chain than the one that is chosen. */
  | 'CHAIN_NOT_CHOSEN'
  /** The chain is none of `chains`. */
  | 'CHAIN_NOT_KNOWN'
  /** The account has too little of the chain's coin for the amount and the largest fee. */
  | 'INSUFFICIENT_FUNDS'
  /** The account has too little of the token. */
  | 'INSUFFICIENT_TOKENS'
  /** The chain's node says that this transaction would fail; `cause` has its words. */
  | 'TRANSACTION_WOULD_FAIL'
  /** The chain's node refused it; `cause` has its number and its words. */
  | 'CHAIN_REFUSED'
  /** A batch (EIP-5792) asks for a capability that this wallet does not have, and does not call it optional. */
  | 'CAPABILITY_NOT_SUPPORTED'
  /** A batch is for a chain that is none of `chains`. */
  | 'BATCH_CHAIN_NOT_SUPPORTED'
  /** There is a batch of this id already. */
  | 'BATCH_ID_TAKEN'
  /** There is no batch of this id, or it is another person's, or older than 24 hours. */
  | 'BATCH_NOT_KNOWN'
  /** More than a hundred calls, or more than 64 KiB of data. */
  | 'BATCH_TOO_LARGE'
  /** All or nothing: the transactions of a batch are sent one after the other. */
  | 'ATOMICITY_NOT_SUPPORTED'
  /** Of a batch, the calls before this one were sent: see `cause`. */
  | 'NOT_ALL_SENT'
  /** What is left of a batch would cost more than was shown. It ends there. */
  | 'FEE_EXCEEDED'
  /** A transaction of a batch failed on the chain, or another one took its place. It ends there. */
  | 'TRANSACTION_REVERTED'
  /** Others agreed too late: the transaction's nonce has been used meanwhile. */
  | 'TRANSACTION_STALE'
  /** It is signed, and no answer came when it was sent: the message names its hash. It is sent again, and never signed anew. */
  | 'TRANSACTION_UNCERTAIN';

/** Something that an account or a provider of Ethereum was asked for and cannot do. */
export class EthereumError extends LatchkeyError<EthereumErrorCode> {}
