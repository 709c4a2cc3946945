import { type SignRawPayloadResult, signRawPayload } from '../../contract/signing.js';
import type { Bytes } from '../../crypto/bytes.js';
import { eip191 } from '../../crypto/eip191.js';
import { toHex } from '../../crypto/hex.js';
import type { Client } from '../createClient.js';
import type { CallOptions } from '../signer.js';
import { submit } from '../submit.js';

/** A text or bytes, and the Ethereum address of the wallet account that signs it, exactly as the service returned it. */
export type MessageToSign = { readonly message: string | Bytes; readonly address: string };

/**
 * Signs a text, or bytes such as a hash, as Ethereum wallets do. A text is signed as its UTF-8 bytes.
 *
 * @returns `0x` and 65 bytes in hex: r, s, and v = 27 or 28.
 * @throws {RefusedError} SIGNER_NOT_FOUND, HASH_FUNCTION_MISMATCH for an address of another curve
 * @see ERC-191, version 0x45
 */
export async function signMessage(
  client: Client,
  { message, address, ...options }: MessageToSign & CallOptions,
): Promise<`0x${string}`> {
  const payload = {
    signWith: address,
    payload: toHex(eip191(message)),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  } as const;
  const { result } = await submit(client, signRawPayload, payload, options);
  const v = 27 + Number.parseInt(result.v, 16);
  return `0x${result.r}${result.s}${v.toString(16)}`;
}

/**
 * Typed data as wallets accept them. Integers may be bigints; numbers beyond 2^53 are not exact, and are refused.
 *
 * @see EIP-712
 */
export type TypedData = {
  /** Default: no member, which no other domain equals. */
  readonly domain?:
    | {
        readonly name?: string | undefined;
        readonly version?: string | undefined;
        readonly chainId?: number | bigint | undefined;
        readonly verifyingContract?: string | undefined;
        /** `0x` and 32 bytes in hex. */
        readonly salt?: string | undefined;
      }
    | undefined;
  /** `EIP712Domain` may be omitted: it follows from `domain`. */
  readonly types: { readonly [name: string]: readonly { readonly name: string; readonly type: string }[] };
  readonly primaryType: string;
  readonly message: { readonly [name: string]: unknown };
};

/** Typed data, and the Ethereum address of the wallet account that signs them, exactly as the service returned it. */
export type TypedDataToSign = TypedData & { readonly address: string };

/**
 * Signs typed data as Ethereum wallets do. The service hashes the data, so that policies see what is signed.
 *
 * @throws {RefusedError} SIGNER_NOT_FOUND; PAYLOAD_MALFORMED where the message does not fit its types; ENCODING_NOT_SUPPORTED for an
 * address of another curve
 * @see EIP-712
 */
export async function signTypedData(
  client: Client,
  { domain = {}, types, primaryType, message, address, ...options }: TypedDataToSign & CallOptions,
): Promise<WalletSignature> {
  const payload = {
    signWith: address,
    payload: JSON.stringify({ domain, types, primaryType, message }, exact),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  } as const;
  const { result } = await submit(client, signRawPayload, payload, options);
  return walletSignature(result);
}

/** For JSON, which has no exact large integers: they are sent as decimal strings. */
export const exact = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

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

/** A signature in the forms that Ethereum tools accept. */
export type WalletSignature = {
  /** `0x` and 65 bytes in hex: r, s and v. */
  readonly hex: `0x${string}`;
  /** `0x` and 32 bytes in hex, as `s`. */
  readonly r: `0x${string}`;
  readonly s: `0x${string}`;
  /** 27 + `yParity`. */
  readonly v: bigint;
  readonly yParity: 0 | 1;
};

/** The signature of the service's answer. @see ERC-191 */
export function walletSignature({ r, s, v }: SignRawPayloadResult): WalletSignature {
  const yParity = v === '01' ? 1 : 0;
  return { hex: `0x${r}${s}${yParity ? '1c' : '1b'}`, r: `0x${r}`, s: `0x${s}`, v: 27n + BigInt(yParity), yParity };
}
