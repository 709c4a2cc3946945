import type { AddressFormat, Curve } from '../../contract/shapes.js';
import { fromBase58, toBase58 } from '../../crypto/base58.js';
import { type Bytes, concat, equalBytes } from '../../crypto/bytes.js';
import { ed25519PublicKey } from '../../crypto/ed25519.js';
import { ethereumAddress } from '../../crypto/ethereum.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { secp256k1PublicKey } from '../../crypto/secp256k1.js';
import { TransferError } from './transferError.js';

/** A typed private key: 32 bytes, which the caller overwrites, and what its form implies. */
export type TypedPrivateKey = {
  readonly bytes: Bytes;
  readonly curve: Curve;
  readonly addressFormat: AddressFormat;
  readonly address: string;
};

/**
 * Parses a private key as wallets show it: 64 hex digits, with or without `0x` (Ethereum), or base58 of a seed, or of a seed and its public
 * key (Solana).
 *
 * @throws {TransferError} PRIVATE_KEY_INVALID
 */
export async function readPrivateKey(typed: string): Promise<TypedPrivateKey> {
  const text = typed.trim();
  try {
    return await (/^(0x)?[\da-f]{64}$/i.test(text) ? ofEthereum(text) : ofSolana(text));
  } catch {
    throw new TransferError(
      'PRIVATE_KEY_INVALID',
      'This is not a private key: 64 hex digits, or base58 as Solana has it.',
    );
  }
}

async function ofEthereum(text: string): Promise<TypedPrivateKey> {
  const bytes = fromHex(text.replace(/^0x/i, ''));
  const address = await ethereumAddress(await secp256k1PublicKey(bytes));
  return { bytes, curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_ETHEREUM', address };
}

async function ofSolana(text: string): Promise<TypedPrivateKey> {
  const decoded = fromBase58(text);
  const bytes = decoded.slice(0, 32);
  const publicKey = await ed25519PublicKey(bytes);
  const isPair = decoded.length === 64 && equalBytes(decoded.slice(32), publicKey);
  const isSeed = decoded.length === 32;
  decoded.fill(0);
  if (!isPair && !isSeed) throw new TypeError('neither a seed nor a pair');
  return { bytes, curve: 'CURVE_ED25519', addressFormat: 'ADDRESS_FORMAT_SOLANA', address: toBase58(publicKey) };
}

/** The form of a private key in wallets: `hex` with `0x`, or Solana's. */
export type PrivateKeyForm = 'hex' | 'solana';

/** A private key in a form that wallets import. @see docs/wire.md 4, "Solana export format" */
export async function writePrivateKey(bytes: Bytes, form: PrivateKeyForm): Promise<string> {
  if (form === 'hex') return `0x${toHex(bytes)}`;
  const pair = concat(bytes, await ed25519PublicKey(bytes));
  const text = toBase58(pair);
  pair.fill(0);
  return text;
}
