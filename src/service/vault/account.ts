import type { Curve, WalletAccountParams } from '../../contract/shapes.js';
import type { Bytes } from '../../crypto/bytes.js';
import { bip32Tree } from '../../crypto/derivation/bip32.js';
import { type KeyAt, type KeyTree, withTree } from '../../crypto/derivation/keyTree.js';
import type { Path } from '../../crypto/derivation/path.js';
import { slip10Ed25519Tree, slip10P256Tree } from '../../crypto/derivation/slip10.js';
import { toHex } from '../../crypto/hex.js';
import type { Primitives } from '../primitives.js';
import { wipe, withSecret } from '../wipe.js';
import { addressWriter } from './address.js';
import { curvePublicKeyOf } from './curve.js';
import { checkHardened, parsePath } from './path.js';

/** What an account is derived by. `path` reads like `m/44'/60'/0'/0/0`. */
export type AccountParameters = Pick<WalletAccountParams, 'curve' | 'path' | 'addressFormat'>;

/**
 * `publicKey`: lowercase hex, SEC 1 compressed (66 characters), or 64 characters on Ed25519.
 * `secretKey`: 32 bytes, the caller's to seal and to wipe.
 */
export type DerivedAccount = { readonly address: string; readonly publicKey: string; readonly secretKey: Bytes };

/**
 * Derives accounts of a wallet at their paths, BIP-32 on secp256k1, SLIP-10 on Ed25519 and P-256: each is passed to `use` in turn, and its
 * secret overwritten then. Between two of them the process can run other work.
 *
 * @param seed - 16 to 64 bytes; not wiped here.
 * @throws {RefusedError} PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH
 * @see docs/wire.md 8.1
 */
export async function deriveAccounts<Made>(
  primitives: Primitives,
  seed: Bytes,
  accounts: readonly AccountParameters[],
  use: (account: DerivedAccount, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const curve of curves) {
    const onCurve = [...accounts.entries()].filter(([, account]) => account.curve === curve);
    if (onCurve.length === 0) continue;
    await withTree(await treeOf(primitives, curve), seed, async (keyAt) => {
      for (const [index, account] of onCurve) {
        if (made.length > 0) await others();
        const derived = await accountAt(primitives, keyAt, account);
        made[index] = await withSecret(derived.secretKey, () => use(derived, index));
      }
    });
  }
  return made;
}

const curves: readonly Curve[] = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'];

/** Lets the event loop turn. */
const others = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** One account; its secret is the caller's to wipe. @throws {RefusedError} as {@link deriveAccounts} does */
export const deriveAccount = async (
  primitives: Primitives,
  seed: Bytes,
  account: AccountParameters,
): Promise<DerivedAccount> =>
  withTree(await treeOf(primitives, account.curve), seed, (keyAt) => accountAt(primitives, keyAt, account));

async function accountAt(
  primitives: Primitives,
  keyAt: KeyAt,
  { curve, path, addressFormat }: AccountParameters,
): Promise<DerivedAccount> {
  const writeAddress = addressWriter(addressFormat, curve);
  const steps = stepsOf(curve, path);
  const { key: secretKey, chainCode } = await keyAt(steps);
  wipe(chainCode);
  const publicKey = await curvePublicKeyOf(primitives, curve, secretKey);
  return { address: await writeAddress(publicKey), publicKey: toHex(publicKey), secretKey };
}

/**
 * Checks an account before the first of many is derived, to save the work.
 *
 * @throws {RefusedError} as {@link deriveAccounts} does
 */
export function checkAccount({ curve, path, addressFormat }: AccountParameters): void {
  addressWriter(addressFormat, curve);
  stepsOf(curve, path);
}

function stepsOf(curve: Curve, path: string): Path {
  const steps = parsePath(path);
  if (curve === 'CURVE_ED25519') checkHardened(steps);
  return steps;
}

async function treeOf(primitives: Primitives, curve: Curve): Promise<KeyTree> {
  if (curve === 'CURVE_SECP256K1') return bip32Tree(primitives.secp256k1);
  return curve === 'CURVE_P256' ? slip10P256Tree(primitives.p256) : slip10Ed25519Tree();
}
