import { updateAuthProxyConfig } from '../../contract/authProxy.js';
import { getAuthProxyConfig } from '../../contract/authProxy.queries.js';
import type { AuthProxyConfigChanges, AuthProxySettings } from '../../contract/authProxy.records.js';
import { callerOf } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import type { Outputs } from './outputs.js';

/** What is to be changed; nothing, where the configuration is only to be read. */
export type ConfigChanges = {
  readonly changes: AuthProxyConfigChanges;
  /** Whether people log in with clients that show only the configuration's form of codes, and know no fresh logins. */
  readonly publicClients: boolean;
};

/**
 * `latchkey config get` and `set`: reads and changes the auth proxy's configuration of an organization as its root user does, by
 * stamped requests: to the service at a URL, or, without one, within this process on the database.
 *
 * @returns the code that the program ends with: 0 where the configuration is as it is printed.
 * @throws {RefusedError} what the coordinator refuses
 * @throws {CallerError} ORGANIZATION_UNKNOWN, SERVICE_UNREACHABLE
 */
export async function configCommand(
  environment: ConfigEnvironment,
  wanted: ConfigChanges | undefined,
  { print, say }: Outputs,
  clock: () => number = Date.now,
): Promise<number> {
  const { caller, close } = await callerOf(environment, clock);
  try {
    const read = async () => (await caller.ask(getAuthProxyConfig, {})).authProxyConfig;
    if (wanted !== undefined) {
      const changes = wanted.publicClients
        ? { ...forPublicClients(wanted.changes, await read()), ...wanted.changes }
        : wanted.changes;
      const { status, fingerprint } = await caller.submit(updateAuthProxyConfig, changes);
      if (status !== 'ACTIVITY_STATUS_COMPLETED') {
        say(`Nothing is changed yet: other root users must approve the activity ${fingerprint}.`);
        return 1;
      }
    }
    print(JSON.stringify(await read(), null, 2));
    return 0;
  } finally {
    await close();
  }
}

/**
 * Under these an attack changes nothing for a client that knows neither device tokens nor another form than the configured. Such clients
 * sign people up by the key of a wallet, too, and connect providers by tokens for keys that they never register.
 */
const forPublicClients = (
  { sessionExpirationSeconds = 900 }: AuthProxyConfigChanges,
  { allowedAuthMethods }: Pick<AuthProxySettings, 'allowedAuthMethods'>,
): AuthProxyConfigChanges => ({
  otpLength: 9,
  otpAlphanumeric: true,
  sessionExpirationSeconds,
  freshLoginSeconds: sessionExpirationSeconds,
  acceptUnboundProviderTokens: true,
  allowedAuthMethods: [...new Set([...allowedAuthMethods, 'wallet'])] as AuthMethod[],
});

type AuthMethod = NonNullable<AuthProxyConfigChanges['allowedAuthMethods']>[number];
