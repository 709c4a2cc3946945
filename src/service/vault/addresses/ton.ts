import { toBase64Url } from '../../../crypto/base64url.js';
import { type Bytes, concat } from '../../../crypto/bytes.js';
import { sha256 } from '../../../crypto/digest.js';
import { fromHex } from '../../../crypto/hex.js';
import { crc16 } from './crc16.js';

/** A wallet's contract. */
export type TonWallet = 'V3R2' | 'V4R2' | 'V5R1';

/**
 * Where a wallet contract of this key stands on workchain 0, under the default wallet id: not bounceable, url-safe.
 *
 * @param publicKey - 32 bytes, Ed25519.
 * @see TEP-2 (user-friendly addresses); TON documentation, "Cell serialization" (representation hash) and TL-B `StateInit`
 */
export async function tonAddress(publicKey: Bytes, wallet: TonWallet): Promise<string> {
  const { codeHash, codeDepth, data } = wallets[wallet];
  const dataHash = await sha256(data(publicKey));
  // An ordinary cell of two references; its five bits 00110, filled up with 100, say that there are code and data.
  const stateInit = concat(Uint8Array.of(2, 1, 0b0011_0100), uint16(codeDepth), uint16(0), fromHex(codeHash), dataHash);
  const address = concat(Uint8Array.of(notBounceable, 0), await sha256(stateInit));
  return toBase64Url(concat(address, crc16(address)));
}

const notBounceable = 0x51;

type Contract = {
  /** The representation hash of the published code, and how deep its cells reach. */
  readonly codeHash: string;
  readonly codeDepth: number;
  /** What the first data cell's hash is taken of: two descriptors, then its bits. */
  readonly data: (publicKey: Bytes) => Bytes;
};

/** Each contract's first data begins with a sequence number of 0. @see ton-blockchain/wallet-contract, wallet-contract-v5 */
const wallets: Readonly<Record<TonWallet, Contract>> = {
  V3R2: {
    codeHash: '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599',
    codeDepth: 0,
    data: (publicKey) => concat(Uint8Array.of(0, 80), uint32(0), uint32(defaultWalletId), publicKey),
  },
  V4R2: {
    codeHash: 'feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0',
    codeDepth: 7,
    // A last bit says that there are no plugins; it is filled up with 1000000.
    data: (publicKey) =>
      concat(Uint8Array.of(0, 81), uint32(0), uint32(defaultWalletId), publicKey, Uint8Array.of(0b0100_0000)),
  },
  V5R1: {
    codeHash: '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
    codeDepth: 6,
    // A first bit says that signatures are allowed, a last one that there are no extensions.
    data: (publicKey) => {
      const bits = concat(uint32(0), uint32(mainnetWalletId), publicKey, Uint8Array.of(0b0100_0000));
      return concat(Uint8Array.of(0, 81), oneBitLater(bits));
    },
  },
};

/** 698983191 and the workchain's number. @see ton-blockchain/ton, new-wallet-v3.fif */
const defaultWalletId = 698_983_191;
/** The main network's id, -239, with the bit of a client's context flipped: workchain 0, version 0, wallet 0. @see wallet-contract-v5, Specification.md */
const mainnetWalletId = 0x7fffff11;

/** The same bits behind a first one that is set. The last bit goes. */
const oneBitLater = (bytes: Bytes): Bytes =>
  bytes.map((byte, index) => ((index === 0 ? 1 : (bytes[index - 1] ?? 0)) << 7) | (byte >> 1));

const uint16 = (value: number): Bytes => Uint8Array.of(value >> 8, value & 0xff);
const uint32 = (value: number): Bytes => concat(uint16(value >>> 16), uint16(value & 0xffff));
