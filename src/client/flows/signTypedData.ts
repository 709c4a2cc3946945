import { signRawPayload } from '../../contract/signing.js';
import type { Client } from '../createClient.js';
import type { CallOptions } from '../signer.js';
import { submit } from '../submit.js';
import { type WalletSignature, walletSignature } from './walletSignature.js';

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

/** JSON has no exact large integers: they are sent as decimal strings. */
const exact = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
