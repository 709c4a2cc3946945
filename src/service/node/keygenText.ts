import { freshSecrets } from './freshSecrets.js';

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
