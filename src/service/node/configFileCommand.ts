import type { Activity } from '../../contract/activities.records.js';
import { updateAuthProxyConfig } from '../../contract/authProxy.js';
import { getAuthProxyConfig } from '../../contract/authProxy.queries.js';
import type { AuthProxyConfigChanges } from '../../contract/authProxy.records.js';
import { asRootUser } from './callerOf.js';
import { configFileText, differencesTo, readConfigFile, type SettingDifference } from './configFile.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import type { RootCaller } from './rootCaller.js';
import { submitUnlessWaiting, waitingActivities } from './waiting.js';
import { writeText } from './writeText.js';

/** `latchkey config export [FILE]`: the auth proxy's configuration as a file, without secrets. @returns the exit code. @throws {WriteError} */
export const exportConfig = (
  environment: ConfigEnvironment,
  path: string | undefined,
  { print }: Outputs,
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    const text = configFileText(await settingsOf(caller));
    if (path === undefined) print(forTerminal(text.trimEnd()));
    else await writeText(path, text);
    return 0;
  });

/** What `latchkey config apply` is told. `isDry`: only prints what would change; `json`: as lines of JSON. */
export type ApplyWanted = { readonly path: string; readonly isDry: boolean; readonly json: boolean };

/**
 * `latchkey config apply FILE`: changes the settings that a file names and that are others, after it has printed them; not one that
 * somebody else has changed since then, be it while others approve. Called again while others are to approve, it asks nobody twice.
 *
 * @returns the exit code: 0 if the configuration is as the file has it.
 * @throws {ConfigFileError}
 * @throws {RefusedError} PROXY_CONFIG_CHANGED; what else the coordinator refuses
 */
export async function applyConfig(
  environment: ConfigEnvironment,
  { path, isDry, json }: ApplyWanted,
  { print, say }: Outputs,
): Promise<number> {
  const wanted = await readConfigFile(path);
  return asRootUser(environment, async (caller) => {
    const settings = await settingsOf(caller);
    const differences = differencesTo(settings, wanted);
    for (const each of differences) print(json ? jsonOf(each) : lineOf(each));
    if (differences.length === 0) {
      say('Nothing differs.');
      return 0;
    }
    if (isDry) return 1;
    const changes = differences.map(({ name }) => [name, wanted[name as keyof AuthProxyConfigChanges]]);
    const parameters = {
      ...Object.fromEntries(changes),
      ...(settings.revision !== undefined && { expectedRevision: settings.revision }),
    };
    const before = await waitingActivities(caller, [updateAuthProxyConfig]);
    const { id, status, fingerprint } = await submitUnlessWaiting(caller, updateAuthProxyConfig, parameters, before);
    const others = before.filter((each) => each.id !== id);
    if (status !== 'ACTIVITY_STATUS_COMPLETED') {
      say(`Nothing is changed yet: other root users must approve the activity ${fingerprint}.`);
      sayOfOthers(others, say);
      return 1;
    }
    const left = differencesTo(await settingsOf(caller), wanted);
    say(
      left.length === 0
        ? 'The configuration is as the file has it.'
        : `Somebody else has changed it meanwhile: ${left.map(({ name }) => name).join(', ')}. Call this again.`,
    );
    sayOfOthers(others, say);
    return left.length === 0 ? 0 : 1;
  });
}

const lineOf = ({ name, is, wanted }: SettingDifference): string => `${name}: ${is} -> ${wanted}`;

/** The values as JSON has them. */
const jsonOf = ({ name, is, wanted }: SettingDifference): string =>
  `{"name":${JSON.stringify(name)},"is":${is},"wanted":${wanted}}`;

/** What waits beside it would change the configuration, too: from another revision, or otherwise. */
function sayOfOthers(others: readonly Activity[], say: Outputs['say']): void {
  for (const { fingerprint } of others)
    say(`The activity ${fingerprint} waits, too, and would change the configuration: reject it where it is not to.`);
}

const settingsOf = async (caller: RootCaller) => (await caller.ask(getAuthProxyConfig, {})).authProxyConfig;
