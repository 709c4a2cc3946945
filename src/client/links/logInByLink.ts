import { RefusedError } from '../../contract/refusals.js';
import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { openStampedSession } from '../passkeys/openSession.js';
import { configOf } from '../serviceConfig.js';
import { endKey } from '../session/endKey.js';
import { isKeyRefused } from '../signer.js';
import { targetKeysOf } from '../targetKeys.js';
import { bundleIn } from './bundleIn.js';
import { LinkError } from './linkError.js';
import { dropTakenLink } from './linkInAddress.js';
import { openLink } from './openLink.js';
import { noteUsed } from './usedLinks.js';

/** A link, or the code in it, as opened or pasted. */
export type OpenedOrPasted = RequestOptions & {
  /** The whole link, or the bundle in it. */
  readonly link: string;
};

/**
 * The link's credential opens a session for a key that was never sealed to anybody, and is then deleted, so that the mail is worthless
 * afterwards. Until the session is open the link stays valid, so that a lost answer loses nothing.
 */
export async function logInByLink(client: Client, { link, ...requestOptions }: OpenedOrPasted): Promise<Session> {
  const bundle = bundleIn(link);
  const { key, target } = await openLink(client, { bundle, purpose: 'login' });
  const { organizationId, sessionExpirationSeconds } = await configOf(client, requestOptions);
  const stamper = keyStamper(key);
  const entrant = { stamper, organizationId, expirationSeconds: sessionExpirationSeconds, ...requestOptions };
  const session = await openStampedSession(client, entrant).catch(asExpired);
  dropTakenLink('login');
  await noteUsed(client, bundle);
  await targetKeysOf(client).remove(target.publicKey);
  // Not awaited: if it fails, the credential expires.
  void endKey(client, { ...session, publicKey: key.publicKey }, stamper, {}).catch(() => undefined);
  return session;
}

/** If the service does not know the credential, or no longer accepts it, the link has expired. */
export function asExpired(error: unknown): never {
  if (!(error instanceof RefusedError) || !isKeyRefused(error)) throw error;
  throw new LinkError(
    'LINK_EXPIRED',
    'The time of this link is over, or a newer one took its place: ask for a new one.',
    {
      cause: error,
    },
  );
}
