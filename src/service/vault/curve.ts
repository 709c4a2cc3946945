import type { Curve } from '../../contract/shapes.js';
import type { Bytes } from '../../crypto/bytes.js';
import { isSecretKey, secp256k1Order } from '../../crypto/derivation/scalar.js';
import { groupOrder as p256Order } from '../../crypto/p256Curve.js';
import type { Ecdsa, Primitives } from '../primitives.js';

/** The curves on which signing is ECDSA. */
export type EcdsaCurve = Exclude<Curve, 'CURVE_ED25519'>;

/** The arithmetic of one of them. */
export const ecdsaOf = (primitives: Primitives, curve: EcdsaCurve): Ecdsa =>
  curve === 'CURVE_SECP256K1' ? primitives.secp256k1 : primitives.p256;

/** @returns 33 bytes, SEC 1 compressed; on Ed25519 32 bytes. */
export async function curvePublicKeyOf(primitives: Primitives, curve: Curve, secretKey: Bytes): Promise<Bytes> {
  if (curve === 'CURVE_ED25519') return primitives.ed25519.publicKey(secretKey);
  return ecdsaOf(primitives, curve).publicKey(secretKey);
}

/**
 * Whether bytes are a secret key of a curve: 32 of them; a seed on Ed25519, on the others a number from 1 to the order less 1.
 *
 * @see RFC 8032, 5.1.5; SEC 1 v2, 3.2.1
 */
export function isSecretKeyOf(curve: Curve, bytes: Bytes): boolean {
  if (curve === 'CURVE_ED25519') return bytes.length === 32;
  return isSecretKey(bytes, curve === 'CURVE_P256' ? p256Order : secp256k1Order);
}
