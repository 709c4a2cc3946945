import type { SolanaMessageToSign } from './signSolanaMessage.js';
import { SolanaError } from './solanaError.js';
import { mostBytes } from './transactionToSign.js';
import type { Commitment } from './unsent.js';
import type { SendInput, TransactionInput } from './walletFeatures.js';
import type { StandardAccount } from './walletStandard.js';

/** How a page's request for a transaction looks. @see Wallet Standard, SolanaSignTransactionInput */
export type StandardTransactionInput = {
  readonly account: Pick<StandardAccount, 'address'>;
  /** A transaction, legacy or of version 0. */
  readonly transaction: Uint8Array;
  readonly chain?: string | undefined;
};

/** @see Wallet Standard, SolanaSignAndSendTransactionInput */
export type StandardSendInput = StandardTransactionInput & {
  readonly chain: string;
  readonly options?:
    | {
        readonly commitment?: Commitment | undefined;
        readonly preflightCommitment?: Commitment | undefined;
        readonly skipPreflight?: boolean | undefined;
        readonly maxRetries?: number | undefined;
        readonly minContextSlot?: number | undefined;
      }
    | undefined;
};

/** @see Wallet Standard, SolanaSignMessageInput */
export type StandardMessageInput = {
  readonly account: Pick<StandardAccount, 'address'>;
  readonly message: Uint8Array;
};

/** Each of the following functions copies one input, or refuses it. @throws {SolanaError} PARAMETERS_INVALID, TRANSACTION_TOO_LARGE */
export function transactionInput({ account, transaction, chain }: StandardTransactionInput): TransactionInput {
  if (chain !== undefined && typeof chain !== 'string') throw wrong('chain is one of the Wallet Standard');
  return { address: addressIn(account), transaction: copyOf(transaction, 'transaction'), chain };
}

export function sendInput(input: StandardSendInput): SendInput {
  const { commitment, preflightCommitment, skipPreflight, maxRetries, minContextSlot } = input.options ?? {};
  const read = transactionInput(input);
  if (read.chain === undefined) throw wrong('it takes a chain');
  for (const level of [commitment, preflightCommitment])
    if (level !== undefined && !isCommitment(level)) throw wrong('a commitment is processed, confirmed or finalized');
  if (skipPreflight !== undefined && typeof skipPreflight !== 'boolean') throw wrong('skipPreflight is true or false');
  for (const count of [maxRetries, minContextSlot])
    if (count !== undefined && !(Number.isSafeInteger(count) && count >= 0)) throw wrong('a count is a whole number');
  const options = { preflightCommitment, skipPreflight, maxRetries, minContextSlot };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...read, commitment, options: Object.fromEntries(given) };
}

export function messageInput({ account, message }: StandardMessageInput): SolanaMessageToSign {
  return { address: addressIn(account), message: copyOf(message, 'message') };
}

/** As many as a person can be asked about. */
export function refuseMany(inputs: readonly unknown[]): void {
  if (inputs.length === 0 || inputs.length > mostInputs) throw wrong(`it takes one to ${mostInputs} inputs`);
}

const mostInputs = 100;

function addressIn(account: Pick<StandardAccount, 'address'> | undefined): string {
  if (typeof account?.address === 'string') return account.address;
  throw wrong('it takes an account of this wallet');
}

function copyOf(bytes: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(bytes) || !('BYTES_PER_ELEMENT' in bytes) || bytes.BYTES_PER_ELEMENT !== 1)
    throw wrong(`${name} is bytes`);
  if (bytes.length > mostBytes)
    throw new SolanaError(
      'TRANSACTION_TOO_LARGE',
      `This ${name} has ${bytes.length} bytes: at most ${mostBytes} are signed.`,
    );
  return new Uint8Array(bytes);
}

const wrong = (why: string) => new SolanaError('PARAMETERS_INVALID', `A wallet of Solana was asked wrongly: ${why}.`);

const isCommitment = (value: unknown): value is Commitment =>
  value === 'processed' || value === 'confirmed' || value === 'finalized';
