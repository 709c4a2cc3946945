import { getAuthenticators } from '../../contract/authenticators.queries.js';
import type { Session } from '../../sessions/session.js';
import { passkeyError } from '../../stampers/passkeyError.js';
import { passkeyStamper } from '../../stampers/passkeyStamper.js';
import type { Stamper } from '../../stampers/stamper.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import { configOf } from '../serviceConfig.js';
import type { CallOptions } from '../signer.js';
import { heldIn, verificationOf } from './site.js';

/**
 * Stamps with a passkey of the logged-in person: the browser offers only theirs.
 *
 * @throws {PasskeyError} PASSKEY_NOT_FOUND where they have none
 */
export async function passkeyStamperOf(
  client: Client,
  session: Session,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<Stamper> {
  const [config, { authenticators }] = await Promise.all([
    configOf(client, { signal }),
    ask(client, getAuthenticators, { userId: session.userId }, { session, signal }),
  ]);
  if (authenticators.length === 0) throw passkeyError('PASSKEY_NOT_FOUND');
  const { passkeyRpId: rpId } = client.settings;
  const clock = client.clock.onDevice;
  return passkeyStamper({
    rpId,
    allowed: heldIn(authenticators),
    userVerification: verificationOf(client, config),
    signal,
    clock,
  });
}
