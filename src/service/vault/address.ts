import { refused } from '../../contract/refusals.js';
import type { AddressFormat, Curve } from '../../contract/shapes.js';
import { toBase58 } from '../../crypto/base58.js';
import type { Bytes } from '../../crypto/bytes.js';
import { ethereumAddress } from '../../crypto/ethereum.js';
import { toHex } from '../../crypto/hex.js';
import { decompressPoint } from '../../crypto/p256.js';

/** @param publicKey - 33 bytes, SEC 1 compressed; on Ed25519 32 bytes. */
export type WriteAddress = (publicKey: Bytes) => string | Promise<string>;

/**
 * How the keys of a curve are written in a format. Asked for before a key is made, so that a refusal costs nothing.
 *
 * Ethereum: 0x and 40 hex characters in mixed case. Solana: base58. Compressed and uncompressed: the public key in lowercase
 * hex, 66 and 130 characters; on Ed25519, which has one form, 64 in both.
 *
 * @throws {RefusedError} ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH
 * @see Wire facts 8.1; EIP-55
 */
export function addressWriter(addressFormat: AddressFormat, curve: Curve): WriteAddress {
  const writers = formats[addressFormat];
  if (writers === undefined) throw refused('ADDRESS_FORMAT_NOT_SUPPORTED', { about: addressFormat });
  const write = writers[curve];
  if (write === undefined) throw refused('ADDRESS_FORMAT_CURVE_MISMATCH', { about: `${addressFormat}, ${curve}` });
  return write;
}

const formats: Partial<Record<AddressFormat, Partial<Record<Curve, WriteAddress>>>> = {
  ADDRESS_FORMAT_ETHEREUM: { CURVE_SECP256K1: ethereumAddress },
  ADDRESS_FORMAT_SOLANA: { CURVE_ED25519: toBase58 },
  ADDRESS_FORMAT_COMPRESSED: { CURVE_SECP256K1: toHex, CURVE_P256: toHex, CURVE_ED25519: toHex },
  ADDRESS_FORMAT_UNCOMPRESSED: {
    CURVE_SECP256K1: async (publicKey) => {
      const { secp256k1 } = await import('@noble/curves/secp256k1.js');
      return toHex(secp256k1.Point.fromBytes(publicKey).toBytes(false));
    },
    CURVE_P256: (publicKey) => toHex(decompressPoint(publicKey)),
    CURVE_ED25519: toHex,
  },
};
