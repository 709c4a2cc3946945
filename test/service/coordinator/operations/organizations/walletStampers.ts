import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { toHex } from '../../../../../src/crypto/hex.js';
import { ed25519Stamper, ethereumStamper } from '../../../../../src/stampers/curveStampers.js';
import type { KeyStamper } from '../../../../../src/stampers/stamper.js';

const hex = (bytes: Uint8Array) => toHex(new Uint8Array(bytes));

/** The key of an Ethereum wallet, which signs texts. */
export function ethereumWallet(): KeyStamper {
  const { secretKey, publicKey } = secp256k1.keygen();
  return ethereumStamper({
    publicKey: hex(publicKey),
    async signMessage(message) {
      const digest = keccak_256(utf8(`\x19Ethereum Signed Message:\n${utf8(message).length}${message}`));
      return `0x${hex(secp256k1.sign(digest, secretKey, { prehash: false }))}1b`;
    },
  });
}

/** The key of a Solana wallet. */
export function solanaWallet(): KeyStamper {
  const { secretKey, publicKey } = ed25519.keygen();
  return ed25519Stamper({ publicKey: hex(publicKey), privateKey: hex(secretKey) });
}
