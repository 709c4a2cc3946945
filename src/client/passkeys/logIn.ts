import type { Session } from '../../sessions/session.js';
import { PasskeyError } from '../../stampers/passkeyError.js';
import {
  autofillStamper,
  type PasskeyQuestion,
  passkeyStamper,
  type UsedPasskey,
} from '../../stampers/passkeyStamper.js';
import type { Stamper } from '../../stampers/stamper.js';
import type { Client } from '../createClient.js';
import { pause, startDeadline } from '../deadline.js';
import { configOf } from '../serviceConfig.js';
import { type Entrant, openStampedSession } from './openSession.js';
import type { AutofillOptions, PasskeyLoginOptions } from './options.js';
import { verificationOf } from './site.js';
import { keepUserHandle } from './userHandles.js';

/** {@link loginWithPasskey} */
export const logInByPasskey = (client: Client, options: PasskeyLoginOptions): Promise<Session> =>
  logInBy(client, passkeyStamper, options);

/** {@link loginWithPasskeyAutofill} */
export async function logInByAutofill(client: Client, { signal, onProblem }: AutofillOptions): Promise<Session> {
  for (let failures = 0; ; failures += 1) {
    let isPicked = false;
    const life = startDeadline(
      freshForMs,
      () => new PasskeyError('PASSKEY_TIMED_OUT', 'The offer is renewed.'),
      signal,
    );
    try {
      const onAnswer = () => {
        isPicked = true;
        life.stop();
      };
      return await logInBy(client, autofillStamper, { signal: life.signal, onAnswer });
    } catch (error) {
      signal?.throwIfAborted();
      const code = error instanceof PasskeyError ? error.code : undefined;
      if (code === 'PASSKEY_NOT_SUPPORTED' || code === 'PASSKEY_ORIGIN_NOT_ALLOWED') throw error;
      if (code === 'PASSKEY_BUSY' || code === 'PASSKEY_TIMED_OUT') continue;
      if (isPicked) onProblem?.(error);
      await pause(Math.min(longestPauseMs, 250 * 2 ** failures), signal);
    } finally {
      life.stop();
    }
  }
}

/** An offer contains the bytes that will be sent, with their timestamp: the service accepts them for an hour. @see docs/wire.md 2.5 */
const freshForMs = 20 * 60_000;
/** Between a failed offer and the next, so that a browser that refuses them all is not called constantly. */
const longestPauseMs = 60_000;

async function logInBy(
  client: Client,
  stamperOf: (question: PasskeyQuestion) => Stamper,
  options: PasskeyLoginOptions & { readonly onAnswer?: () => void },
): Promise<Session> {
  const { signal, timeoutMs, onAnswer } = options;
  const { organizationId, expirationSeconds, userVerification } = await placeOf(client, options);
  let used: UsedPasskey | undefined;
  const stamper = stamperOf({
    signal,
    timeoutMs,
    rpId: client.settings.passkeyRpId,
    userVerification,
    clock: client.clock.onDevice,
    onAnswer: (answer) => {
      used = answer;
      onAnswer?.();
    },
  });
  const entrant = { stamper, organizationId, expirationSeconds, signal };
  const session = await openStampedSession(client, entrant);
  keepUserHandle(client, session, used?.userHandle);
  return session;
}

/** Where the login leads: to the named organization, else to what the configuration says. */
async function placeOf(
  client: Client,
  { organizationId, expirationSeconds = '900', signal }: PasskeyLoginOptions,
): Promise<Pick<Entrant, 'organizationId' | 'expirationSeconds'> & Pick<PasskeyQuestion, 'userVerification'>> {
  if (organizationId !== undefined)
    return { organizationId, expirationSeconds, userVerification: verificationOf(client) };
  const config = await configOf(client, { signal });
  return {
    organizationId: config.organizationId,
    expirationSeconds: config.sessionExpirationSeconds,
    userVerification: verificationOf(client, config),
  };
}
