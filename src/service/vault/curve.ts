import type { Curve } from '../../contract/shapes.js';
import type { Bytes } from '../../crypto/bytes.js';
import { type Ecdsa, type Primitives, portableP256 } from '../primitives.js';

/** The curves on which signing is ECDSA. */
export type EcdsaCurve = Exclude<Curve, 'CURVE_ED25519'>;

/** The arithmetic of one of them. */
export async function ecdsaOf(primitives: Primitives, curve: EcdsaCurve): Promise<Ecdsa> {
  return curve === 'CURVE_SECP256K1' ? primitives.secp256k1 : portableP256();
}

/** @returns 33 bytes, SEC 1 compressed; on Ed25519 32 bytes. */
export async function publicKeyOf(primitives: Primitives, curve: Curve, secretKey: Bytes): Promise<Bytes> {
  if (curve === 'CURVE_ED25519') return primitives.ed25519.publicKey(secretKey);
  return (await ecdsaOf(primitives, curve)).publicKey(secretKey);
}
