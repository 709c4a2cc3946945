import { RefusedError } from '../../contract/refusals.js';
import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { endKey } from '../flows/endKey.js';
import { openSession } from '../passkeys/openSession.js';
import { configOf } from '../passkeys/site.js';
import { isKeyRefused } from '../signer.js';
import { targetKeysOf } from '../targetKeys.js';
import { bundleIn } from './bundleIn.js';
import { LinkError } from './linkError.js';
import { dropTakenLink } from './linkInAddress.js';
import { openLink } from './openLink.js';
import { noteUsed } from './usedLinks.js';

/** A link, or the code in it, as it was opened or pasted. */
export type OpenedOrPasted = RequestOptions & {
  /** All of the link, or the bundle in it. */
  readonly link: string;
};

/**
 * The credential of the link makes a session of a key that was never sealed to anybody, and is ended: what was mailed is worth
 * nothing from then on. Until the session is there the link stays good, so that an answer that was lost loses nothing.
 */
export async function logInByLink(client: Client, { link, ...requestOptions }: OpenedOrPasted): Promise<Session> {
  const bundle = bundleIn(link);
  const { key, target } = await openLink(client, { bundle, purpose: 'login' });
  const { organizationId, sessionExpirationSeconds } = await configOf(client, requestOptions);
  const stamper = keyStamper(key);
  const entrant = { stamper, organizationId, expirationSeconds: sessionExpirationSeconds, ...requestOptions };
  const session = await openSession(client, entrant).catch(asExpired);
  dropTakenLink('login');
  await noteUsed(client, bundle);
  await targetKeysOf(client).remove(target.publicKey);
  // Nobody waits for it: where it does not come to pass, the credential ends by its expiry.
  void endKey(client, { ...session, publicKey: key.publicKey }, stamper, {}).catch(() => undefined);
  return session;
}

/** A credential that the service does not know, or no longer takes, was one of a link whose time is over. */
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
