// Addresses of Ed25519 keys. `publicKey`: 32 bytes.

import { type Bytes, concat } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { crc16 } from './crc16.js';
import { scureBase } from './hashed.js';

/** BLAKE2b-256 of the scheme's flag, which is 0, and the key. @see Sui documentation, "Keys and addresses" */
export async function suiAddress(publicKey: Bytes): Promise<string> {
  const { blake2b } = await import('@noble/hashes/blake2.js');
  return `0x${toHex(blake2b(concat(Uint8Array.of(0), publicKey), { dkLen: 32 }))}`;
}

/** SHA3-256 of the key and the scheme's number, which is 0; leading zeros are kept. @see AIP-40; Aptos documentation, "Accounts" */
export async function aptosAddress(publicKey: Bytes): Promise<string> {
  const { sha3_256 } = await import('@noble/hashes/sha3.js');
  return `0x${toHex(sha3_256(concat(publicKey, Uint8Array.of(0))))}`;
}

/** Base32 of the version (6 << 3, which makes it begin with G), the key, and a checksum, low byte first. @see SEP-23 */
export async function stellarAddress(publicKey: Bytes): Promise<string> {
  const { base32nopad } = await scureBase();
  const payload = concat(Uint8Array.of(6 << 3), publicKey);
  return base32nopad.encode(concat(payload, crc16(payload).reverse()));
}
