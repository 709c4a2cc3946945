import { type Bytes, utf8 } from '../bytes.js';
import { groupOrder as p256Order } from '../p256Curve.js';
import { type Expand, type ExtendedKey, loadExpand, uint32 } from './extendedKey.js';
import { type CurveOfTree, type KeyTree, keyBelow, publicKeys } from './keyTree.js';
import { hardened, type Path } from './path.js';
import { addTweak, isSecretKey } from './scalar.js';

/**
 * The keys of a wallet on Ed25519, all children hardened: {@link isHardened}.
 *
 * @see SLIP-10, "Master key generation" and "Private parent key → private child key"
 */
export async function slip10Ed25519Tree(): Promise<KeyTree> {
  const expand = await loadExpand();
  return {
    master: (seed) => expand(utf8('ed25519 seed'), seed),
    child: (parent, childNumber) => expand(parent.chainCode, zero, parent.key, uint32(childNumber)),
  };
}

/**
 * The keys of a wallet on P-256. Where BIP-32 finds no key, SLIP-10 hashes on until it does: on this curve that happens once
 * in 2^32.
 *
 * @see SLIP-10, the same chapters
 */
export async function slip10P256Tree(p256: CurveOfTree): Promise<KeyTree> {
  const expand = await loadExpand();
  const publicKeyOf = publicKeys(p256);
  return {
    master: (seed) => p256Master(expand, seed),
    async child(parent, childNumber) {
      const data = childNumber >= hardened ? [zero, parent.key] : [await publicKeyOf(parent)];
      return p256Child(expand, parent, data, uint32(childNumber));
    },
  };
}

/** The P-256 key at a path below a seed of 16 to 64 bytes. */
export const deriveSlip10P256 = async (p256: CurveOfTree, seed: Bytes, path: Path): Promise<ExtendedKey> =>
  keyBelow(await slip10P256Tree(p256), seed, path);

function p256Master(expand: Expand, seed: Bytes): ExtendedKey {
  const label = utf8('Nist256p1 seed');
  let node = expand(label, seed);
  while (!isSecretKey(node.key, p256Order)) node = expand(label, node.key, node.chainCode);
  return node;
}

function p256Child(expand: Expand, parent: ExtendedKey, data: readonly Bytes[], childNumber: Bytes): ExtendedKey {
  let expanded = expand(parent.chainCode, ...data, childNumber);
  for (;;) {
    const key = addTweak(expanded.key, parent.key, p256Order);
    expanded.key.fill(0);
    if (key !== undefined) return { key, chainCode: expanded.chainCode };
    expanded = expand(parent.chainCode, one, expanded.chainCode, childNumber);
  }
}

const zero = Uint8Array.of(0);
const one = Uint8Array.of(1);
