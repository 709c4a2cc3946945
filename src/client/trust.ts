import type { Client } from './createClient.js';
import { invalid, type Trust } from './settings.js';

/**
 * The trusted keys of the settings, if they name any. With `'development'` the service on this machine is asked for its own, once.
 *
 * @throws {SettingsError} SETTINGS_INVALID where `authProxyUrl` is not on this machine, or no development service answers there
 */
export async function trustOf(client: Client): Promise<Trust | undefined> {
  const { trust } = client.settings;
  if (trust !== 'development') return trust;
  const { developmentTrust } = await import('./developmentTrust.js');
  return developmentTrust(client).catch(({ message }) => {
    throw invalid(message);
  });
}
