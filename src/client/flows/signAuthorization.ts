import { signRawPayload } from '../../contract/signing.js';
import type { Client } from '../createClient.js';
import type { CallOptions } from '../signer.js';
import { submit } from '../submit.js';
import { type WalletSignature, walletSignature } from './walletSignature.js';

/** An authorization of a contract for an account, and the Ethereum address of the wallet account that signs it. */
export type AuthorizationToSign = {
  /** Exactly as the service returned it. */
  readonly address: string;
  /** The contract whose code the account will run; the zero address revokes it. */
  readonly contractAddress: string;
  /** 0: all chains. */
  readonly chainId: number;
  /** The account's nonce: the next one if the account itself sends the transaction. */
  readonly nonce: number;
};

/** As it is listed in a type 4 transaction: `address` is the contract's. */
export type SignedAuthorization = WalletSignature & {
  readonly address: `0x${string}`;
  readonly chainId: number;
  readonly nonce: number;
};

/**
 * Signs an authorization by which an account runs a contract's code.
 *
 * @throws {RefusedError} SIGNER_NOT_FOUND; PAYLOAD_MALFORMED where the contract, chain or nonce is none; ENCODING_NOT_SUPPORTED for an
 * address of another curve
 * @see EIP-7702
 */
export async function signAuthorization(
  client: Client,
  { address, contractAddress, chainId, nonce, ...options }: AuthorizationToSign & CallOptions,
): Promise<SignedAuthorization> {
  const payload = {
    signWith: address,
    payload: JSON.stringify({ address: contractAddress, chainId, nonce }),
    encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  } as const;
  const { result } = await submit(client, signRawPayload, payload, options);
  return { ...walletSignature(result), address: contractAddress as `0x${string}`, chainId, nonce };
}
