import type { Curve } from '../../contract/shapes.js';
import type { Bytes } from '../../crypto/bytes.js';
import type { Ecdsa, Primitives } from '../primitives.js';

/** The curves on which signing is ECDSA. */
export type EcdsaCurve = Exclude<Curve, 'CURVE_ED25519'>;

/** The arithmetic of one of them. */
export const ecdsaOf = (primitives: Primitives, curve: EcdsaCurve): Ecdsa =>
  curve === 'CURVE_SECP256K1' ? primitives.secp256k1 : primitives.p256;

/** @returns 33 bytes, SEC 1 compressed; on Ed25519 32 bytes. */
export async function publicKeyOf(primitives: Primitives, curve: Curve, secretKey: Bytes): Promise<Bytes> {
  if (curve === 'CURVE_ED25519') return primitives.ed25519.publicKey(secretKey);
  return ecdsaOf(primitives, curve).publicKey(secretKey);
}
