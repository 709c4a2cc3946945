import type { Bytes } from '../bytes.js';
import type { ExtendedKey } from './extendedKey.js';
import type { Path } from './path.js';

/** How the keys of a wallet come from one another on a curve: the rules of BIP-32 or SLIP-10. */
export type KeyTree = {
  master(seed: Bytes): ExtendedKey;
  /** The parent's bytes stay as they are. */
  child(parent: ExtendedKey, childNumber: number): ExtendedKey | Promise<ExtendedKey>;
};

/** What a tree asks of its curve: 33 bytes, SEC 1 compressed, of a secret of 32. */
export type CurveOfTree = { publicKey(secret: Bytes): Bytes | Promise<Bytes> };

/** A parent's public key, which each of its children that is not hardened asks for: made once. */
export function publicKeys(curve: CurveOfTree): (parent: ExtendedKey) => Promise<Bytes> {
  const made = new WeakMap<ExtendedKey, Bytes>();
  return async (parent) => {
    const known = made.get(parent) ?? (await curve.publicKey(parent.key));
    made.set(parent, known);
    return known;
  };
}

/** The key at a path. Its bytes are the caller's. */
export type KeyAt = (path: Path) => Promise<ExtendedKey>;

/**
 * Lends the keys of a tree: what several paths have in common is derived once. In the end every key between is overwritten.
 *
 * @param seed - 16 to 64 bytes, left as it is.
 */
export async function withTree<Result>(
  tree: KeyTree,
  seed: Bytes,
  use: (keyAt: KeyAt) => Promise<Result>,
): Promise<Result> {
  const nodes = new Map<string, ExtendedKey>();
  async function nodeAt(path: Path): Promise<ExtendedKey> {
    const place = path.join('/');
    const known = nodes.get(place);
    if (known) return known;
    const last = path.at(-1);
    const node = last === undefined ? tree.master(seed) : await tree.child(await nodeAt(path.slice(0, -1)), last);
    nodes.set(place, node);
    return node;
  }
  try {
    return await use(async (path) => {
      const { key, chainCode } = await nodeAt(path);
      return { key: key.slice(), chainCode: chainCode.slice() };
    });
  } finally {
    for (const { key, chainCode } of nodes.values()) for (const secret of [key, chainCode]) secret.fill(0);
  }
}

/** The key at one path below a seed. */
export const keyBelow = (tree: KeyTree, seed: Bytes, path: Path): Promise<ExtendedKey> =>
  withTree(tree, seed, (keyAt) => keyAt(path));
