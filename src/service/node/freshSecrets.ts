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

/** What `latchkey keygen` prints: lines that an environment file may hold, made anew each time and kept nowhere. */
export async function keygenText(): Promise<string> {
  const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
  return [
    '# The secrets of the service. Keep a copy: without the master key, all wallets are lost.',
    `LATCHKEY_MASTER_KEY=${masterKey}`,
    `LATCHKEY_CODE_PEPPER=${codePepper}`,
    `LATCHKEY_PROXY_KEY=${proxyKey}`,
    '',
    "# The first root user's API key: the public half for latchkey init, the private one for latchkey config. Keep it away from the service.",
    `LATCHKEY_ROOT_PUBLIC_KEY=${rootApiKey.publicKey}`,
    `LATCHKEY_ROOT_KEY=${rootApiKey.privateKey}`,
  ].join('\n');
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
