import { writeFile } from 'node:fs/promises';
import { updateAuthProxyConfig } from '../../contract/authProxy.js';
import { getAuthProxyConfig } from '../../contract/authProxy.queries.js';
import type { AuthProxyConfigChanges } from '../../contract/authProxy.records.js';
import { asRootUser } from './callerOf.js';
import { configFileText, differencesTo, readConfigFile } from './configFile.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import type { RootCaller } from './rootCaller.js';

/** `latchkey config export [FILE]`: the auth proxy's configuration as a file, without secrets. @returns the exit code. */
export const exportConfig = (
  environment: ConfigEnvironment,
  path: string | undefined,
  { print }: Outputs,
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    const text = configFileText(await settingsOf(caller));
    if (path === undefined) print(forTerminal(text.trimEnd()));
    else await writeFile(path, text);
    return 0;
  });

/**
 * `latchkey config apply FILE`: changes the settings that a file names and that are others, after it has printed them; not one that
 * somebody else has changed since then, be it while others approve.
 *
 * @param isDry - only prints what would change.
 * @returns the exit code: 0 if the configuration is as the file has it.
 * @throws {ConfigFileError}
 * @throws {RefusedError} PROXY_CONFIG_CHANGED; what else the coordinator refuses
 */
export async function applyConfig(
  environment: ConfigEnvironment,
  { path, isDry }: { readonly path: string; readonly isDry: boolean },
  { print, say }: Outputs,
): Promise<number> {
  const wanted = await readConfigFile(path);
  return asRootUser(environment, async (caller) => {
    const settings = await settingsOf(caller);
    const differences = differencesTo(settings, wanted);
    for (const { name, is, wanted: text } of differences) print(`${name}: ${is} -> ${text}`);
    if (differences.length === 0) {
      say('Nothing differs.');
      return 0;
    }
    if (isDry) return 1;
    const changes = differences.map(({ name }) => [name, wanted[name as keyof AuthProxyConfigChanges]]);
    const { status, fingerprint } = await caller.submit(updateAuthProxyConfig, {
      ...Object.fromEntries(changes),
      ...(settings.revision !== undefined && { expectedRevision: settings.revision }),
    });
    if (status !== 'ACTIVITY_STATUS_COMPLETED') {
      say(`Nothing is changed yet: other root users must approve the activity ${fingerprint}.`);
      return 1;
    }
    const left = differencesTo(await settingsOf(caller), wanted);
    say(
      left.length === 0
        ? 'The configuration is as the file has it.'
        : `Somebody else has changed it meanwhile: ${left.map(({ name }) => name).join(', ')}. Call this again.`,
    );
    return left.length === 0 ? 0 : 1;
  });
}

const settingsOf = async (caller: RootCaller) => (await caller.ask(getAuthProxyConfig, {})).authProxyConfig;
