import { updateAuthProxyConfig } from '../../contract/authProxy.js';
import { getAuthProxyConfig } from '../../contract/authProxy.queries.js';
import type { AuthProxyConfigChanges, AuthProxySettings } from '../../contract/authProxy.records.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import { checkSetting } from './readAssignments.js';
import { submitUnlessWaiting } from './waiting.js';

/** What is to be changed. */
export type ConfigChanges = {
  readonly changes: AuthProxyConfigChanges;
  /** Whether people log in with clients that show only the configuration's form of codes, and know no fresh logins. */
  readonly publicClients: boolean;
};

/** The one setting to print. `json`: a text as JSON, too. */
export type ConfigSetting = { readonly name: string; readonly json: boolean };

/**
 * `latchkey config get` and `set`: reads and changes the auth proxy's configuration of an organization as its root user does, by
 * stamped requests: prints one setting or all of them, and says what changed. It asks the service at a URL, or, without one, within this process on the database.
 *
 * @param wanted - omitted where all settings are only to be read.
 * @returns the code that the program ends with: 0 where the configuration is as it is printed.
 * @throws {RefusedError} what the coordinator refuses
 * @throws {AssignmentError} ASSIGNMENT_UNREADABLE for the name of no setting
 * @throws {CallerError} ORGANIZATION_UNKNOWN, SERVICE_UNREACHABLE
 */
export async function configCommand(
  environment: ConfigEnvironment,
  wanted: ConfigChanges | ConfigSetting | undefined,
  { print, say }: Outputs,
  clock: () => number = Date.now,
): Promise<number> {
  return asRootUser(
    environment,
    async (caller) => {
      const read = async () => (await caller.ask(getAuthProxyConfig, {})).authProxyConfig;
      const before = await read();
      if (wanted && 'name' in wanted) {
        print(settingIn(before, wanted));
        return 0;
      }
      if (wanted !== undefined) {
        const changes = wanted.publicClients
          ? { ...forPublicClients(wanted.changes, before), ...wanted.changes }
          : wanted.changes;
        const { status, fingerprint } = await submitUnlessWaiting(caller, updateAuthProxyConfig, changes);
        if (status !== 'ACTIVITY_STATUS_COMPLETED') {
          say(`Nothing is changed yet: other root users must approve the activity ${fingerprint}.`);
          return 1;
        }
      }
      const after = wanted ? await read() : before;
      for (const line of differences(before, after)) say(line);
      print(forTerminal(JSON.stringify(after, null, 2)));
      return 0;
    },
    clock,
  );
}

/** One setting, a text as it is and everything else in JSON; `null` where it is not set. */
function settingIn(settings: AuthProxySettings, { name, json }: ConfigSetting): string {
  if (!Object.hasOwn(settings, name)) checkSetting(name);
  const value: unknown = settings[name as keyof AuthProxySettings] ?? null;
  return typeof value === 'string' && !json ? value : forTerminal(JSON.stringify(value));
}

/** A line for each setting that changed: `otpLength: 6 -> 8`. */
function differences(before: AuthProxySettings, after: AuthProxySettings): string[] {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !['updatedAt', 'revision'].includes(name),
  ) as (keyof AuthProxySettings)[];
  const lineOf = (name: keyof AuthProxySettings) =>
    [before, after].map((each) => forTerminal(JSON.stringify(each[name] ?? null)));
  return names.flatMap((name) => {
    const [was, is] = lineOf(name);
    return was === is ? [] : [`${name}: ${was} -> ${is}`];
  });
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
