import type { Curve, WalletAccountParams } from '../../contract/shapes.js';
import type { Bytes } from '../../crypto/bytes.js';
import { toHex } from '../../crypto/hex.js';
import { type Primitives, portableP256 } from '../primitives.js';
import { addressWriter } from './address.js';
import { deriveBip32 } from './bip32.js';
import { publicKeyOf } from './curve.js';
import type { ExtendedKey } from './extendedKey.js';
import { type Path, parsePath } from './path.js';
import { checkHardened, deriveSlip10Ed25519, deriveSlip10P256 } from './slip10.js';
import { wipe } from './wipe.js';

/** What an account is derived by. `path` reads like `m/44'/60'/0'/0/0`. */
export type AccountParameters = Pick<WalletAccountParams, 'curve' | 'path' | 'addressFormat'>;

/**
 * `publicKey`: lowercase hex, SEC 1 compressed (66 characters), or 64 characters on Ed25519.
 * `secretKey`: 32 bytes, the caller's to seal and to wipe.
 */
export type Account = { readonly address: string; readonly publicKey: string; readonly secretKey: Bytes };

/**
 * The account of a wallet at a path: BIP-32 on secp256k1, SLIP-10 on Ed25519 and P-256.
 *
 * @param seed - 16 to 64 bytes; not wiped here, since one seed makes many accounts.
 * @throws {RefusedError} PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH
 * @see Wire facts 8.1
 */
export async function deriveAccount(
  primitives: Primitives,
  seed: Bytes,
  { curve, path, addressFormat }: AccountParameters,
): Promise<Account> {
  const writeAddress = addressWriter(addressFormat, curve);
  const { key: secretKey, chainCode } = await derive(primitives, curve, seed, parsePath(path));
  wipe(chainCode);
  const publicKey = await publicKeyOf(primitives, curve, secretKey);
  return { address: await writeAddress(publicKey), publicKey: toHex(publicKey), secretKey };
}

/**
 * Whether {@link deriveAccount} would refuse: asked before the first of many accounts is derived, it spares the work.
 *
 * @throws {RefusedError} as {@link deriveAccount} does
 */
export function checkAccount({ curve, path, addressFormat }: AccountParameters): void {
  addressWriter(addressFormat, curve);
  const steps = parsePath(path);
  if (curve === 'CURVE_ED25519') checkHardened(steps);
}

async function derive(primitives: Primitives, curve: Curve, seed: Bytes, path: Path): Promise<ExtendedKey> {
  if (curve === 'CURVE_SECP256K1') return deriveBip32(primitives.secp256k1, seed, path);
  if (curve === 'CURVE_P256') return deriveSlip10P256(await portableP256(), seed, path);
  return deriveSlip10Ed25519(seed, path);
}
