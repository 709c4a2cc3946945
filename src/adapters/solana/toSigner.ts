import type { Client } from '../../client/createClient.js';
import type { CallOptions } from '../../client/signer.js';
import type { WalletAccount } from '../../contract/shapes.js';
import { mayBeSolanaTransaction, readSolanaEnvelope } from '../../crypto/solanaMessage.js';
import { signSolanaMessage } from './signSolanaMessage.js';
import { signSolanaTransaction } from './signSolanaTransaction.js';
import { solanaPublicKey } from './solanaAddress.js';
import { SolanaError } from './solanaError.js';
import { malformed, mostMessageBytes, transactionToSign } from './transactionToSign.js';

/** Marks of `@solana/kit`, which are there for TypeScript alone. */
type Marked<Key extends string, Mark extends string> = { readonly [K in `__${Key}:@solana/kit`]: Mark };

/** An address, as `@solana/kit` has it. */
export type SolanaAddress<Text extends string = string> = Text &
  Marked<'stringEncoding', 'base58'> &
  Marked<'brand', 'Address'>;

/** Signatures of 64 bytes by their addresses, as `@solana/kit` has them. */
export type SolanaSignatures = { readonly [address: SolanaAddress]: Uint8Array & Marked<'brand', 'SignatureBytes'> };

type ReadonlyBytes = ArrayLike<number> & Iterable<number>;
type SigningOptions = { readonly abortSignal?: AbortSignal | undefined };

/** An account of the wallet as the partial signers of `@solana/kit` are: of transactions, and of messages. */
export interface SolanaSigner<Address extends string = string> {
  readonly address: SolanaAddress<Address>;
  /**
   * Signs transactions, legacy and of version 0, one after the other.
   *
   * @returns of each transaction the signature of this account.
   * @throws {SolanaError} TRANSACTION_MALFORMED, TRANSACTION_SIGNER_MISMATCH, TRANSACTION_TOO_LARGE
   */
  readonly signTransactions: (
    transactions: readonly { readonly messageBytes: ReadonlyBytes }[],
    options?: SigningOptions,
  ) => Promise<readonly SolanaSignatures[]>;
  /**
   * Signs messages as they are: policies see a raw payload.
   *
   * @throws {SolanaError} MESSAGE_IS_TRANSACTION, TRANSACTION_TOO_LARGE
   */
  readonly signMessages: (
    messages: readonly { readonly content: ReadonlyBytes }[],
    options?: SigningOptions,
  ) => Promise<readonly SolanaSignatures[]>;
}

/**
 * An account of the wallet for `@solana/kit`, and for whatever takes its signers. It asks nobody: what it signs, the app's own code asked
 * for. What comes back is what was asked for: the same bytes, under a signature that verifies.
 *
 * @param account - an account of Solana as the service lists it; a private key's address is taken, too.
 * @throws {SolanaError} ACCOUNT_NOT_SOLANA. Its functions throw an `ActivityPendingError`, ACTIVITY_NEEDS_APPROVAL, where others must agree
 * first.
 * @example
 * const signer = toSigner(client, account)
 * const message = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
 */
export function toSigner<Address extends string>(
  client: Client,
  account: { readonly address: Address } | Pick<WalletAccount, 'address'>,
  options: CallOptions = {},
): SolanaSigner<Address> {
  const address = account.address as SolanaAddress<Address>;
  if (!solanaPublicKey(address))
    throw new SolanaError(
      'ACCOUNT_NOT_SOLANA',
      'This account does not sign for Solana: its address is of another chain.',
    );

  async function each<Item>(
    items: readonly Item[],
    { abortSignal: signal = options.signal }: SigningOptions,
    sign: (item: Item, by: CallOptions) => Promise<Uint8Array>,
  ): Promise<readonly SolanaSignatures[]> {
    const signed: SolanaSignatures[] = [];
    for (const item of items) {
      const signature = await sign(item, { ...options, signal });
      signed.push(Object.freeze({ [address]: signature }) as SolanaSignatures);
    }
    return signed;
  }

  return {
    address,
    signTransactions(transactions, how = {}) {
      const messages = transactions.map(({ messageBytes }) => Uint8Array.from(messageBytes));
      return each(messages, how, async (message, by) => {
        const transaction = transactionToSign(message, address);
        if (transaction.bytes.length < message.length) throw malformed('these bytes have signatures');
        const signed = await signSolanaTransaction(client, transaction, by);
        return readSolanaEnvelope(signed, malformed).signatures[transaction.at] ?? new Uint8Array();
      });
    },
    signMessages(messages, how = {}) {
      const contents = messages.map(({ content }) => Uint8Array.from(content));
      return each(contents, how, async (message, by) => {
        if (message.length > mostMessageBytes)
          throw new SolanaError('TRANSACTION_TOO_LARGE', `This message is longer than ${mostMessageBytes} bytes.`);
        if (mayBeSolanaTransaction(message))
          throw new SolanaError('MESSAGE_IS_TRANSACTION', 'This is a transaction: sign it by signTransactions.');
        return signSolanaMessage(client, { message, address }, by);
      });
    },
  };
}
