import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const secret = new Uint8Array(32).fill(0x11);

/** Whom the transactions ask to sign. */
export const ofEcdsa = {
  curve: 'CURVE_SECP256K1',
  publicKey: new Uint8Array(secp256k1.getPublicKey(secret, true)),
  addressFormat: undefined,
} as const;
export const ofEdwards = {
  curve: 'CURVE_ED25519',
  publicKey: new Uint8Array(ed25519.getPublicKey(secret)),
  addressFormat: undefined,
} as const;
