import './page.js';
import { TurnkeyClient } from '@turnkey/core';
import { fromHex } from '../../src/crypto/hex.js';
import { decompressPoint, importSigningKey } from '../../src/crypto/p256.js';
import type { Place } from './everyRow.js';
import type { Loopback } from './loopback.js';

/** The headless client, which stamps with a key that it is given. */
export async function coreClientOf(
  { url, authProxyConfigId }: Loopback,
  { key, organizationId }: Pick<Place, 'key' | 'organizationId'>,
): Promise<TurnkeyClient> {
  const client = new TurnkeyClient({ apiBaseUrl: url, authProxyUrl: url, authProxyConfigId, organizationId });
  await client.init();
  const { privateKey } = await importSigningKey(key);
  const point = decompressPoint(fromHex(key.publicKey));
  const publicKey = await crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'verify',
  ]);
  await client.createApiKeyPair({ externalKeyPair: { privateKey, publicKey } });
  await client.overrideApiKeyStamper({ temporaryPublicKey: key.publicKey });
  return client;
}
