import { signRawPayload } from '../../contract/signing.js';
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
