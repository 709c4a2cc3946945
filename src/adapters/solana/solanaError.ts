import { LatchkeyError } from '../../errors.js';
import type { NodeRefusal } from '../nodes/callNode.js';

/** What a wallet or a signer of Solana cannot do. */
export type SolanaErrorCode =
  /** The account's address is none of Solana. */
  | 'ACCOUNT_NOT_SOLANA'
  /** The page has no such account: nobody is logged in, it disconnected, or the account is another person's. */
  | 'NOT_CONNECTED'
  /** An input is none that its feature takes. */
  | 'PARAMETERS_INVALID'
  /** These bytes are no transaction, legacy or of version 0, or one that others have to sign before it is sent. */
  | 'TRANSACTION_MALFORMED'
  /** The account is none of the transaction's signers. */
  | 'TRANSACTION_SIGNER_MISMATCH'
  /** The service signs transactions of up to 64 KiB, and messages of up to 32. */
  | 'TRANSACTION_TOO_LARGE'
  /** These bytes are a transaction: as a message, it would be signed past the policies. */
  | 'MESSAGE_IS_TRANSACTION'
  /** The app has no chain with this id, so that no node is known that would send something. */
  | 'CHAIN_NOT_KNOWN'
  /** No answer from the chain's node. Nothing was sent. */
  | 'CHAIN_UNREACHABLE'
  /** The chain's node is one of another cluster. Nothing was sent. */
  | 'CHAIN_MISMATCH'
  /** The chain's node refused the transaction: `refusal` says how. Nothing was sent. */
  | 'NODE_REFUSED'
  /** The account has too little for the amount and the fee. Nothing was signed. */
  | 'INSUFFICIENT_FUNDS'
  /** What would be left in the account is less than the chain keeps accounts for: it takes all, or less. Nothing was signed. */
  | 'REST_BELOW_RENT'
  /** The receiver's account is new, and this is less than the chain keeps accounts for. Nothing was signed. */
  | 'AMOUNT_BELOW_RENT'
  /** The receiver is a token or a program, which nobody takes coins out of. Nothing was signed. */
  | 'RECEIVER_NOT_WALLET'
  /** The votes of others are needed, for which a blockhash does not wait: nothing was sent, and the request for their votes is rejected. */
  | 'VOTES_NOT_AWAITED'
  /** It is signed, and no answer came when it was sent: the message names it. It is sent again, and never signed anew. */
  | 'TRANSACTION_UNCERTAIN'
  /** It was sent, and the chain has not confirmed it in time, as `commitment` asks for: the message names it. */
  | 'TRANSACTION_UNCONFIRMED'
  /** It was sent, and failed on the chain, which keeps the fee. */
  | 'TRANSACTION_FAILED'
  /** Of several transactions, the first ones were sent, which `sent` names, and one was not: see `cause`. */
  | 'NOT_ALL_SENT';

/** Something that a wallet or a signer of Solana was asked for and cannot do. */
export class SolanaError extends LatchkeyError<SolanaErrorCode> {
  /** What the chain's node said, with NODE_REFUSED. */
  readonly refusal: NodeRefusal | undefined;
  /** The signatures of what was sent, in base58, with NOT_ALL_SENT. */
  readonly sent: readonly string[];

  constructor(
    code: SolanaErrorCode,
    message: string,
    { refusal, sent = [], cause }: { refusal?: NodeRefusal; sent?: readonly string[]; cause?: unknown } = {},
  ) {
    super(code, message, { cause });
    this.refusal = refusal;
    this.sent = sent;
  }
}
