import type { Client } from './createClient.js';
import { invalid, type Trust } from './settings.js';

/**
 * The trusted keys of the settings, if they name any. With `'development'` the service on this machine is asked for its own, once.
 *
 * @throws {SettingsError} SETTINGS_INVALID for a key or a root that is none; where `authProxyUrl` is not on this machine, or no development
 * service answers there
 */
export async function trustOf(client: Client): Promise<Trust | undefined> {
  const { trust } = client.settings;
  if (trust !== 'development') return trust && checkedTrust(trust);
  const { developmentTrust } = await import('./developmentTrust.js');
  return developmentTrust(client).catch(({ message }) => {
    throw invalid(message);
  });
}

function checkedTrust(trust: Trust): Trust {
  for (const name of keyNames)
    if (!/^04[\da-f]{128}$/i.test(trust[name]))
      throw invalid(`trust.${name} must be a public key, 130 hex digits, as latchkey init prints it`);
  if (!rootsOf(trust)?.length || rootsOf(trust)?.every((root) => /^[\w+/]+=*$/.test(root))) return trust;
  throw invalid('trust.attestationRoot must be base64 in one line, as latchkey trust prints it');
}

const keyNames = [
  'signerPublicKey',
  'notarizerPublicKey',
  'tlsFetcherSignPublicKey',
  'tlsFetcherEncryptPublicKey',
] as const;

/** The roots of proofs that the settings name, as a list. */
export const rootsOf = ({ attestationRoot }: Pick<Trust, 'attestationRoot'>): readonly string[] | undefined =>
  typeof attestationRoot === 'string' ? [attestationRoot] : attestationRoot;
