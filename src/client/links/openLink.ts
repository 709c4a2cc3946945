import { BundleError } from '../../crypto/bundleError.js';
import { openCredentialBundle } from '../../crypto/bundles.js';
import { importSigningScalar, type SigningKey } from '../../crypto/p256.js';
import { agreementKeyOf, type TargetKey } from '../../sessions/targetKeys.js';
import type { Client } from '../createClient.js';
import { targetKeysOf } from '../targetKeys.js';
import { LinkError } from './linkError.js';
import { isUsed } from './usedLinks.js';

/** The credential of a bundle: a non-extractable signing key, and the target key that the bundle was sealed to. */
export type OpenedLink = { readonly key: SigningKey; readonly target: TargetKey };

/**
 * Opens a bundle with the target key of this browser that it was sealed to. No request is made and nothing changes: it can be opened again
 * until its target key is removed.
 *
 * @throws {LinkError} LINK_MALFORMED, LINK_USED, LINK_FOR_ANOTHER_BROWSER
 */
export async function openLink(
  client: Client,
  { bundle, purpose }: { bundle: string; purpose: 'login' | 'recovery' },
): Promise<OpenedLink> {
  for (const target of await targetKeysOf(client).list(purpose)) {
    const key = await keyIn(bundle, target);
    if (key) return { key, target };
  }
  if (await isUsed(client, bundle)) throw new LinkError('LINK_USED', 'This link was used before: ask for a new one.');
  throw new LinkError(
    'LINK_FOR_ANOTHER_BROWSER',
    'This browser holds no key that opens the link: open it where it was asked for, or ask for a new one here.',
  );
}

/**
 * The credential in a bundle; `undefined` if it was sealed to another key. Its bytes are overwritten once the platform has imported them.
 */
async function keyIn(bundle: string, target: TargetKey): Promise<SigningKey | undefined> {
  let scalar: Uint8Array<ArrayBuffer>;
  try {
    scalar = await openCredentialBundle(bundle, agreementKeyOf(target));
  } catch (cause) {
    if (cause instanceof BundleError)
      throw new LinkError('LINK_MALFORMED', 'A part of this link is missing: open it again, or paste all of it.', {
        cause,
      });
    return undefined;
  }
  try {
    return await importSigningScalar(scalar);
  } finally {
    scalar.fill(0);
  }
}
