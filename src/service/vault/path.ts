import { refused } from '../../contract/refusals.js';
import type { Bytes } from '../../crypto/bytes.js';
import type { ExtendedKey } from '../../crypto/derivation/extendedKey.js';
import { keyBelow } from '../../crypto/derivation/keyTree.js';
import { isHardened, type Path, readPath } from '../../crypto/derivation/path.js';
import { slip10Ed25519Tree } from '../../crypto/derivation/slip10.js';

/** {@link readPath}, of a request. @throws {RefusedError} PATH_MALFORMED */
export function parsePath(text: string): Path {
  const path = readPath(text);
  if (path === undefined) throw refused('PATH_MALFORMED');
  return path;
}

/** @throws {RefusedError} PATH_NOT_HARDENED */
export function checkHardened(path: Path): void {
  if (!isHardened(path)) throw refused('PATH_NOT_HARDENED');
}

/** The Ed25519 key at a path below a seed of 16 to 64 bytes. @throws {RefusedError} PATH_NOT_HARDENED */
export async function deriveSlip10Ed25519(seed: Bytes, path: Path): Promise<ExtendedKey> {
  checkHardened(path);
  return keyBelow(await slip10Ed25519Tree(), seed, path);
}
