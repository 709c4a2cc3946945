import { proxyAccount } from '../../contract/proxy.js';
import { RefusedError } from '../../contract/refusals.js';
import type { AuthenticatorParams } from '../../contract/shapes.js';
import { createSigningKey, type SigningKey } from '../../crypto/p256.js';
import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import { newUserHandle } from '../../stampers/passkeyRegistration.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import { configOf } from '../serviceConfig.js';
import { signUpPerson } from '../session/signUpPerson.js';
import { makePasskey } from './makePasskey.js';
import { openStampedSession } from './openSession.js';
import type { SignUpOptions } from './options.js';
import { keepUserHandle } from './userHandles.js';

/** {@link signUpWithPasskey} */
export async function signUp(client: Client, options: SignUpOptions): Promise<Session> {
  const { userName, passkeyName, signal } = options;
  const config = await configOf(client, { signal });
  const userHandle = newUserHandle();
  const shownAs = userName ?? passkeyName ?? config.appName ?? location.hostname;
  const passkey = await makePasskey(client, { ...options, userHandle, userName: shownAs, passkeyName });
  const key = await createSigningKey();
  const organizationId = await passkey.registered((authenticator) =>
    organizationWith(client, { authenticator, key, userName, signal }),
  );
  // From here on the passkey belongs to an account: it stays, even if its first session fails.
  const entrant = { organizationId, expirationSeconds: config.sessionExpirationSeconds, signal };
  const session = await openStampedSession(client, { ...entrant, stamper: keyStamper(key) });
  keepUserHandle(client, session, userHandle);
  return session;
}

type NewPerson = {
  readonly authenticator: AuthenticatorParams;
  /** Logs in once, so that the person need not use the new passkey again at once. */
  readonly key: SigningKey;
  readonly userName: string | undefined;
  readonly signal: AbortSignal | undefined;
};

/** The new organization. If the answer was lost and the request repeated, it already exists, with this passkey. */
async function organizationWith(client: Client, person: NewPerson): Promise<string> {
  const { authenticator, key, userName, signal } = person;
  const names = userName === undefined ? {} : { userName, organizationName: userName };
  const apiKey = {
    apiKeyName: 'Sign-up by passkey',
    publicKey: key.publicKey,
    curveType: 'API_KEY_CURVE_P256',
    expirationSeconds: '60',
  } as const;
  const credentials = { apiKeys: [apiKey], authenticators: [authenticator], oauthProviders: [] };
  try {
    return await signUpPerson(client, { ...names, ...credentials }, { signal });
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'CREDENTIAL_CONFLICT') throw error;
    const filter = { filterType: 'CREDENTIAL_ID', filterValue: authenticator.attestation.credentialId };
    const { organizationId } = await callProxy(client, proxyAccount, filter, { signal });
    if (!organizationId) throw error;
    return organizationId;
  }
}
