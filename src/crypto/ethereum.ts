import { LatchkeyError } from '../errors.js';
import { type Bytes, utf8 } from './bytes.js';
import { SignatureError } from './der.js';
import { eip191 } from './eip191.js';
import { fromHex, toHex } from './hex.js';
import { KeyError } from './keyError.js';

/** A 65-byte signature in hex (r‖s‖v, with or without `0x`) and what it was made over: a text, or 32 bytes. */
export type EthereumSignature =
  | { readonly signature: string; readonly message: string }
  | { readonly signature: string; readonly digest: Bytes };

/**
 * The address of a secp256k1 public key: `0x` and 40 hex digits whose case is the checksum.
 *
 * @param publicKey - 33 or 65 bytes, SEC 1.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function ethereumAddress(publicKey: Bytes): Promise<string> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  let point: Bytes;
  try {
    point = new Uint8Array(secp256k1.Point.fromBytes(publicKey).toBytes(false));
  } catch (cause) {
    throw new KeyError('KEY_NOT_ON_CURVE', 'This is not a point of secp256k1: a public key is 33 or 65 bytes, SEC 1.', {
      cause,
    });
  }
  return checksumAddress(toHex((await keccak256(point.slice(1))).slice(-20)));
}

/**
 * An address in the mixed case that guards it against mistyping.
 *
 * @param address - 40 hex digits, with or without `0x`, in any case.
 * @throws {EncodingError} HEX_MALFORMED
 * @see ERC-55
 */
export async function checksumAddress(address: string): Promise<string> {
  const digits = toHex(fromHex(address.replace(/^0x/, '')));
  const hash = toHex(await keccak256(utf8(digits)));
  const cased = Array.from(digits, (digit, index) => (hash.charAt(index) >= '8' ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}

/**
 * The address whose key made a signature.
 *
 * @throws {SignatureError} RAW_MALFORMED: not 65 bytes, v not 27 or 28 (0 or 1), s in the upper half, or of no key at all.
 */
export async function recoverAddress(signed: EthereumSignature): Promise<string> {
  const digest = 'digest' in signed ? signed.digest : await keccak256(eip191(signed.message));
  return ethereumAddress(await recoverPublicKey(digest, signed.signature));
}

/** Whether the key of an address signed a text. False for anything that is not a signature. */
export async function verifyEthereumMessage({
  address,
  message,
  signature,
}: {
  address: string;
  message: string;
  signature: string;
}): Promise<boolean> {
  try {
    return (await recoverAddress({ message, signature })).toLowerCase() === address.toLowerCase();
  } catch (error) {
    if (error instanceof LatchkeyError) return false;
    throw error;
  }
}

async function recoverPublicKey(digest: Bytes, signature: string): Promise<Bytes> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  const [, rs = '', v = ''] = /^(?:0x)?([\da-f]{128})(1b|1c|00|01)$/i.exec(signature) ?? [];
  try {
    const recoverable = secp256k1.Signature.fromHex(rs).addRecoveryBit(Number.parseInt(v, 16) % 27);
    // Of the two s for one r, wallets create the lower: a signature with the other one is a modified copy.
    if (!recoverable.hasHighS()) return new Uint8Array(recoverable.recoverPublicKey(digest).toBytes());
  } catch {
    // the reason is in the sentence below
  }
  throw new SignatureError(
    'RAW_MALFORMED',
    'This is not an Ethereum signature: 65 bytes, r, s in the lower half, v 27 or 28.',
  );
}

export async function keccak256(bytes: Bytes): Promise<Bytes> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js');
  return new Uint8Array(keccak_256(bytes));
}
