import { refused } from '../../contract/refusals.js';
import type { AddressFormat, Curve } from '../../contract/shapes.js';
import { toBase58 } from '../../crypto/base58.js';
import type { Bytes } from '../../crypto/bytes.js';
import { ethereumAddress } from '../../crypto/ethereum.js';
import { toHex } from '../../crypto/hex.js';
import { decompressPoint } from '../../crypto/p256.js';
import { bitcoinAddress, bitcoinFormat } from './addresses/bitcoin.js';
import { aptosAddress, stellarAddress, suiAddress } from './addresses/edwards.js';
import { cosmosAddress, dogeAddress, tronAddress, xrpAddress } from './addresses/hashed.js';
import { type TonWallet, tonAddress } from './addresses/ton.js';

/** @param publicKey - 33 bytes, SEC 1 compressed; on Ed25519 32 bytes. */
export type WriteAddress = (publicKey: Bytes) => string | Promise<string>;

/**
 * The writer of a curve's keys in a format. Requested before a key is created, so that a refusal costs nothing.
 *
 * Compressed and uncompressed: the public key in lowercase hex, 66 and 130 characters; on Ed25519, which has one form, 64 in both. Every
 * other format is its chain's own, of the one curve that the chain signs with here.
 *
 * @throws {RefusedError} ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH
 * @see docs/wire.md 8.1; EIP-55
 */
export function addressWriter(addressFormat: AddressFormat, curve: Curve): WriteAddress {
  const writers = writersOf(addressFormat);
  if (writers === undefined) throw refused('ADDRESS_FORMAT_NOT_SUPPORTED', { about: addressFormat });
  const write = writers[curve];
  if (write === undefined) throw refused('ADDRESS_FORMAT_CURVE_MISMATCH', { about: `${addressFormat}, ${curve}` });
  return write;
}

type Writers = Partial<Record<Curve, WriteAddress>>;

function writersOf(format: AddressFormat): Writers | undefined {
  const bitcoin = bitcoinFormat(format);
  return bitcoin ? onSecp256k1((key) => bitcoinAddress(key, bitcoin.kind, bitcoin.network)) : formats[format];
}

const onSecp256k1 = (write: WriteAddress): Writers => ({ CURVE_SECP256K1: write });
const onEd25519 = (write: WriteAddress): Writers => ({ CURVE_ED25519: write });
const ton = (wallet: TonWallet): Writers => onEd25519((key) => tonAddress(key, wallet));

const formats: Partial<Record<AddressFormat, Writers>> = {
  ADDRESS_FORMAT_ETHEREUM: onSecp256k1(ethereumAddress),
  ADDRESS_FORMAT_COSMOS: onSecp256k1((key) => cosmosAddress(key, 'cosmos')),
  ADDRESS_FORMAT_SEI: onSecp256k1((key) => cosmosAddress(key, 'sei')),
  ADDRESS_FORMAT_TRON: onSecp256k1(tronAddress),
  ADDRESS_FORMAT_XRP: onSecp256k1(xrpAddress),
  ADDRESS_FORMAT_DOGE_MAINNET: onSecp256k1((key) => dogeAddress(key, 0x1e)),
  ADDRESS_FORMAT_DOGE_TESTNET: onSecp256k1((key) => dogeAddress(key, 0x71)),
  ADDRESS_FORMAT_SOLANA: onEd25519(toBase58),
  ADDRESS_FORMAT_SUI: onEd25519(suiAddress),
  ADDRESS_FORMAT_APTOS: onEd25519(aptosAddress),
  ADDRESS_FORMAT_XLM: onEd25519(stellarAddress),
  ADDRESS_FORMAT_TON_V3R2: ton('V3R2'),
  ADDRESS_FORMAT_TON_V4R2: ton('V4R2'),
  ADDRESS_FORMAT_TON_V5R1: ton('V5R1'),
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
