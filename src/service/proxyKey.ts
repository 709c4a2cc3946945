import { type Bytes, concat, utf8 } from '../crypto/bytes.js';
import { openBase, sealBase } from '../crypto/hpke.js';
import type { AgreementKey } from '../crypto/p256.js';

/**
 * Seals the private key of a proxy's API key so that the proxy alone can open it, for this configuration alone.
 *
 * @returns enc (65 bytes) ‖ ciphertext (48).
 */
export async function sealProxyKey(proxyPublicKey: Bytes, configId: string, privateKey: Bytes): Promise<Bytes> {
  const { enc, ciphertext } = await sealBase({
    recipient: proxyPublicKey,
    info: proxyKeyInfo,
    aad: utf8(configId),
    plaintext: privateKey,
  });
  return concat(enc, ciphertext);
}

/** @throws {HpkeError} HPKE_OPEN_FAILED */
export function openProxyKey(proxyKey: AgreementKey, configId: string, sealed: Bytes): Promise<Bytes> {
  const enc = sealed.slice(0, 65);
  return openBase({ recipient: proxyKey, info: proxyKeyInfo, aad: utf8(configId), enc, ciphertext: sealed.slice(65) });
}

const proxyKeyInfo = utf8('latchkey proxy api key');
