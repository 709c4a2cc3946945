import { sealCredentialBundle } from '../../../crypto/bundles.js';
import { fromHex } from '../../../crypto/hex.js';
import { makeKeyPair } from '../../configuration/trustKeys.js';
import type { Tools } from '../../tools.js';
import { checkPublicKey } from '../records/credentials.js';

/** A key whose private half only the bundle's recipient knows. @see docs/wire.md 4(a) */
export type SealedKey = { readonly publicKey: string; readonly bundle: string };

/** Makes a key, seals its private half to a target key, and forgets it. @throws {RefusedError} PUBLIC_KEY_INVALID */
export async function sealFreshKey(tools: Pick<Tools, 'random'>, targetPublicKey: string): Promise<SealedKey> {
  checkPublicKey(targetPublicKey);
  const { publicKey, sealed: bundle } = await makeKeyPair(tools, (privateKey) =>
    sealCredentialBundle(privateKey, fromHex(targetPublicKey)),
  );
  return { publicKey, bundle };
}
