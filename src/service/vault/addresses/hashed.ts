// Addresses that are a hash of a secp256k1 key. `publicKey`: 33 bytes, SEC 1 compressed.

import { toBase58Check } from '../../../crypto/base58.js';
import { type Bytes, concat } from '../../../crypto/bytes.js';
import { sha256 } from '../../../crypto/digest.js';
import { ethereumAddress } from '../../../crypto/ethereum.js';
import { fromHex } from '../../../crypto/hex.js';
import { peer } from '../../peer.js';

/** Of Cosmos and the chains that took over its form. @param prefix - before the `1`. @see Cosmos SDK, ADR-028 */
export async function cosmosAddress(publicKey: Bytes, prefix: string): Promise<string> {
  const { bech32 } = await scureBase();
  return bech32.encode(prefix, bech32.toWords(await hash160(publicKey)));
}

/** The end of Ethereum's hash, behind 0x41. @see Tron protocol, "Account address format" */
export async function tronAddress(publicKey: Bytes): Promise<string> {
  const ethereum = await ethereumAddress(publicKey);
  return toBase58Check(concat(Uint8Array.of(0x41), fromHex(ethereum.slice(2))));
}

/** @see XRPL, "Address encodings": type prefix 0, an alphabet of its own */
export async function xrpAddress(publicKey: Bytes): Promise<string> {
  const { base58xrp } = await scureBase();
  const payload = concat(Uint8Array.of(0), await hash160(publicKey));
  const checksum = (await sha256(await sha256(payload))).subarray(0, 4);
  return base58xrp.encode(concat(payload, checksum));
}

/** @param version - 0x1e on the main network, 0x71 on the test network. @see Dogecoin Core, chainparams.cpp */
export const dogeAddress = async (publicKey: Bytes, version: number): Promise<string> =>
  toBase58Check(concat(Uint8Array.of(version), await hash160(publicKey)));

/** RIPEMD-160 of SHA-256: 20 bytes. */
async function hash160(publicKey: Bytes): Promise<Bytes> {
  const { ripemd160 } = await import('@noble/hashes/legacy.js');
  return ripemd160(await sha256(publicKey));
}

export const scureBase = (): Promise<typeof import('@scure/base')> => peer('@scure/base', () => import('@scure/base'));
