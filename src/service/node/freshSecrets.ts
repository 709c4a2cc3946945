import { toHex } from '../../crypto/hex.js';
import { freshKeyPair } from '../configuration/trustKeys.js';

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
    proxyKey: (await freshKeyPair({ random })).privateKey,
    rootApiKey: await freshKeyPair({ random }),
  };
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
