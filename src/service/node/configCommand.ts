import { updateAuthProxyConfig } from '../../contract/authProxy.js';
import { getAuthProxyConfig } from '../../contract/authProxy.queries.js';
import type { AuthProxyConfigChanges } from '../../contract/authProxy.records.js';
import { publicKeyOf } from '../../crypto/p256.js';
import { LatchkeyError } from '../../errors.js';
import { sendByChannel } from '../delivery/channels.js';
import { organizationsOfKey } from '../store/organizationsOfKey.js';
import type { ConfigEnvironment } from './environment.js';
import { openService } from './openService.js';
import { openInitialised } from './openStore.js';
import type { Outputs } from './outputs.js';
import { type RootCaller, rootCaller, type SendRequest } from './rootCaller.js';

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
 * @throws {ConfigError} ORGANIZATION_UNKNOWN, SERVICE_UNREACHABLE
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
        ? { ...forPublicClients(wanted.changes, (await read()).sessionExpirationSeconds), ...wanted.changes }
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

/** Under these an attack changes nothing for a client that knows neither device tokens nor another form than the configured. */
const forPublicClients = (
  { sessionExpirationSeconds }: AuthProxyConfigChanges,
  configured: number,
): AuthProxyConfigChanges => ({
  otpLength: 9,
  otpAlphanumeric: true,
  freshLoginSeconds: sessionExpirationSeconds ?? configured,
});

async function callerOf(
  environment: ConfigEnvironment,
  clock: () => number,
): Promise<{ caller: RootCaller; close: () => Promise<void> }> {
  const { rootKey: privateKey } = environment;
  if ('url' in environment) {
    const { url, organizationId } = environment;
    return { caller: await rootCaller(overNetwork(url), { organizationId, privateKey, clock }), close: async () => {} };
  }
  const store = await openInitialised(environment.store);
  const service = await openService(store, { secrets: environment.secrets, send: sendByChannel({}) });
  try {
    const organizationId =
      environment.organizationId ?? onlyOne(await organizationsOfKey(store, await publicKeyOf(privateKey)));
    const within: SendRequest = (path, init) => service.fetch(new Request(`http://coordinator.internal${path}`, init));
    return { caller: await rootCaller(within, { organizationId, privateKey, clock }), close: service.close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

const overNetwork =
  (url: string): SendRequest =>
  async (path, init) => {
    try {
      return await fetch(new URL(path, url), init);
    } catch (cause) {
      throw new ConfigError('SERVICE_UNREACHABLE', `No service answers at ${url}.`, { cause });
    }
  };

function onlyOne(organizationIds: readonly string[]): string {
  const [organizationId] = organizationIds;
  if (organizationId !== undefined && organizationIds.length === 1) return organizationId;
  const says =
    organizationId === undefined
      ? 'LATCHKEY_ROOT_KEY is no key of an organization in this database.'
      : `LATCHKEY_ROOT_KEY is a key of several organizations: name one with --organization (${organizationIds.join(', ')}).`;
  throw new ConfigError('ORGANIZATION_UNKNOWN', says);
}

/** The organization is unknown, or the service does not answer. */
class ConfigError extends LatchkeyError<'ORGANIZATION_UNKNOWN' | 'SERVICE_UNREACHABLE'> {}
