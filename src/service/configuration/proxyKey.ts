import { type Bytes, concat, utf8 } from '../../crypto/bytes.js';
import { HpkeError, openBase, sealBase } from '../../crypto/hpke.js';
import type { AgreementKey } from '../../crypto/p256.js';
import type { Primitives } from '../primitives.js';
import { SealError } from '../vault/seal.js';

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

/**
 * Opens it with the proxy key that it was sealed to: the newest, or one that is being replaced.
 *
 * @throws {SealError} SEAL_OPEN_FAILED
 */
export async function openProxyKey(
  proxyKeys: readonly AgreementKey[],
  configId: string,
  sealed: Bytes,
  openHpke: Primitives['openHpke'] = openBase,
): Promise<Bytes> {
  const enc = sealed.slice(0, 65);
  const ciphertext = sealed.slice(65);
  for (const recipient of proxyKeys) {
    try {
      return await openHpke({ recipient, info: proxyKeyInfo, aad: utf8(configId), enc, ciphertext });
    } catch (error) {
      if (!(error instanceof HpkeError)) throw error;
    }
  }
  const message = "The proxy's API key was altered, or is sealed to a proxy key that was not given.";
  throw new SealError('SEAL_OPEN_FAILED', message, { organizationId: '', purpose: 'proxy API key', id: configId });
}

const proxyKeyInfo = utf8('latchkey proxy api key');
