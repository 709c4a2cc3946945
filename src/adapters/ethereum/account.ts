import type { SignedAuthorization, TypedData } from '../../client/flows/signing.js';
import type { TransactionSignature } from './signedTransaction.js';
import type { Hex, TransactionToSign } from './transaction.js';

/** Typed data as viem has them. Only where the primary type is EIP712Domain, `types` and `message` may be left out. @see EIP-712 */
export type DataToSign = Pick<TypedData, 'domain' | 'primaryType'> &
  Partial<{ readonly [name in 'types' | 'message']: TypedData[name] | undefined }>;

/** An authorization of a contract, which viem names in one of two ways. @see EIP-7702 */
export type AuthorizationRequest = {
  /** 0: all chains. */
  readonly chainId: number;
  /** The account's nonce: the next one if the account itself sends the transaction. */
  readonly nonce: number;
} & (
  | { readonly address: Hex; readonly contractAddress?: undefined }
  | { readonly contractAddress: Hex; readonly address?: undefined }
);

/** Writes transactions as a chain has them: without a signature those bytes that are signed, with one those that are sent. */
export type TransactionSerializer = (transaction: never, signature?: TransactionSignature) => Hex | Promise<Hex>;

/**
 * An account of the wallet as viem's local accounts are, so that viem takes it wherever it takes one of those. `signTypedData` and
 * `signTransaction` have two forms each, since TypeScript takes these, and no single one, for viem's generic functions.
 */
export interface EthereumAccount<NonceManager = undefined> {
  /** With its checksum. */
  readonly address: Hex;
  /** 65 bytes, SEC 1 uncompressed. */
  readonly publicKey: Hex;
  readonly source: 'latchkey';
  readonly type: 'local';
  readonly nonceManager?: NonceManager | undefined;
  /**
   * Signs 32 bytes as they are: nobody can read what they mean, and policies see a raw payload.
   *
   * @returns 65 bytes: r, s, and v = 27 or 28, as the following ones.
   * @throws {RefusedError} DIGEST_LENGTH
   */
  readonly sign: (digest: { readonly hash: Hex }) => Promise<Hex>;
  /** Signs a text, or bytes. @see ERC-191 */
  readonly signMessage: (signable: { readonly message: string | { readonly raw: Hex | Uint8Array } }) => Promise<Hex>;
  readonly signTypedData: {
    /** Signs typed data, which the service hashes, so that policies see them. @throws {RefusedError} PAYLOAD_MALFORMED */
    (data: DataToSign): Promise<Hex>;
    (data: TypedData): Promise<Hex>;
  };
  readonly signTransaction: {
    /**
     * Signs a transaction, which the service reads, so that policies see it.
     *
     * @returns the transaction to broadcast.
     * @throws {EthereumError} TRANSACTION_MALFORMED, TRANSACTION_TYPE_NOT_SUPPORTED, TRANSACTION_SIGNER_MISMATCH, TRANSACTION_TOO_LARGE
     */
    (transaction: TransactionToSign): Promise<Hex>;
    /** The same with a chain's own serializer. What the service cannot read is refused: TRANSACTION_TYPE_NOT_SUPPORTED. */
    <Serializer extends TransactionSerializer, Transaction extends Parameters<Serializer>[0]>(
      transaction: Transaction,
      options: { readonly serializer?: Serializer | undefined } | undefined,
    ): Promise<Awaited<ReturnType<Serializer>>>;
  };
  /** Signs an authorization by which the account runs a contract's code. @see EIP-7702 */
  readonly signAuthorization: (request: AuthorizationRequest) => Promise<SignedAuthorization>;
}
