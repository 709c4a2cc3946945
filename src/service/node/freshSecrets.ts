import { toHex } from '../../crypto/hex.js';
import { makeKeyPair } from '../coordinator/trustKeys.js';

/** Everything a new service needs, in hex: three secrets, and the first user's API key. */
export type FreshSecrets = {
  /** 32 bytes. */
  readonly masterKey: string;
  /** 32 bytes. */
  readonly codePepper: string;
  /** A P-256 private key. */
  readonly proxyKey: string;
  readonly rootApiKey: { readonly publicKey: string; readonly privateKey: string };
};

/** Makes them from the operating system's randomness. */
export async function freshSecrets(): Promise<FreshSecrets> {
  return {
    masterKey: toHex(random(32)),
    codePepper: toHex(random(32)),
    proxyKey: (await keyPair()).privateKey,
    rootApiKey: await keyPair(),
  };
}

async function keyPair(): Promise<{ publicKey: string; privateKey: string }> {
  const { publicKey, sealed: privateKey } = await makeKeyPair({ random }, async (secret) => toHex(secret));
  return { publicKey, privateKey };
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
