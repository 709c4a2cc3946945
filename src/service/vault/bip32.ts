import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { LatchkeyError } from '../../errors.js';
import type { Ecdsa } from '../primitives.js';
import { type ExtendedKey, loadExpand, uint32 } from './extendedKey.js';
import { hardened, type Path } from './path.js';
import { addTweak, isSecretKey, secp256k1Order } from './scalar.js';
import { wipe } from './wipe.js';

/**
 * The secp256k1 key at a path below a seed. The keys between are overwritten.
 *
 * @param seed - 16 to 64 bytes.
 * @throws {DerivationError} KEY_INVALID: once in 2^127 there is no key at a place, and the standard says to take the next one.
 * @see BIP-32, "Master key generation" and "Private parent key → private child key"
 */
export async function deriveBip32(secp256k1: Ecdsa, seed: Bytes, path: Path): Promise<ExtendedKey> {
  const expand = await loadExpand();
  let node = expand(utf8('Bitcoin seed'), seed);
  if (!isSecretKey(node.key, secp256k1Order)) throw noKeyHere();
  for (const childNumber of path) {
    const parent = node;
    const data = childNumber >= hardened ? [zero, parent.key] : [await secp256k1.publicKey(parent.key)];
    const expanded = expand(parent.chainCode, ...data, uint32(childNumber));
    const key = addTweak(expanded.key, parent.key, secp256k1Order);
    wipe(parent.key, parent.chainCode, expanded.key);
    if (key === undefined) throw noKeyHere();
    node = { key, chainCode: expanded.chainCode };
  }
  return node;
}

const zero = Uint8Array.of(0);

function noKeyHere(): DerivationError {
  return new DerivationError('KEY_INVALID', 'There is no key at this place of the tree. Take the next index.');
}

export class DerivationError extends LatchkeyError<'KEY_INVALID'> {}
