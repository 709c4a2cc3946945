import { randomBytes } from 'node:crypto';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';

/** New secrets of a service: as environment variables, and as bytes, by which a check opens sealed values. */
export function freshSecrets(): { variables: Record<string, string>; secrets: ServiceSecrets } {
  const [master, pepper, proxy] = [bytes(), bytes(), bytes()];
  proxy[0] = (proxy[0] ?? 0) & 0x7f; // below the order of P-256, which begins with 0xffffffff
  return {
    variables: {
      LATCHKEY_MASTER_KEY: hex(master),
      LATCHKEY_CODE_PEPPER: hex(pepper),
      LATCHKEY_PROXY_KEY: hex(proxy),
    },
    secrets: { masterKeys: [{ key: master }], codePepper: pepper, proxyKey: proxy },
  };
}

const bytes = () => new Uint8Array(randomBytes(32));
const hex = (secret: Uint8Array) => Buffer.from(secret).toString('hex');
