import { LatchkeyError } from '../../errors.js';
import { type Bytes, utf8 } from '../bytes.js';
import { type ExtendedKey, loadExpand, uint32 } from './extendedKey.js';
import { type CurveOfTree, type KeyTree, keyBelow, publicKeys } from './keyTree.js';
import { hardened, type Path } from './path.js';
import { addTweak, isSecretKey, secp256k1Order } from './scalar.js';

/**
 * The keys of a wallet on secp256k1.
 *
 * @throws {DerivationError} KEY_INVALID: once in 2^127 there is no key at a place, and the standard says to take the next one.
 * @see BIP-32, "Master key generation" and "Private parent key → private child key"
 */
export async function bip32Tree(secp256k1: CurveOfTree): Promise<KeyTree> {
  const expand = await loadExpand();
  const publicKeyOf = publicKeys(secp256k1);
  return {
    master(seed) {
      const node = expand(utf8('Bitcoin seed'), seed);
      if (!isSecretKey(node.key, secp256k1Order)) throw noKeyHere();
      return node;
    },
    async child(parent, childNumber) {
      const data = childNumber >= hardened ? [zero, parent.key] : [await publicKeyOf(parent)];
      const expanded = expand(parent.chainCode, ...data, uint32(childNumber));
      const key = addTweak(expanded.key, parent.key, secp256k1Order);
      expanded.key.fill(0);
      if (key === undefined) throw noKeyHere();
      return { key, chainCode: expanded.chainCode };
    },
  };
}

/** The secp256k1 key at a path below a seed of 16 to 64 bytes. @throws {DerivationError} as {@link bip32Tree} does */
export const deriveBip32 = async (secp256k1: CurveOfTree, seed: Bytes, path: Path): Promise<ExtendedKey> =>
  keyBelow(await bip32Tree(secp256k1), seed, path);

const zero = Uint8Array.of(0);

function noKeyHere(): DerivationError {
  return new DerivationError('KEY_INVALID', 'There is no key at this place of the tree. Take the next index.');
}

export class DerivationError extends LatchkeyError<'KEY_INVALID'> {}
