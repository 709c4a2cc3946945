import type { Chain } from '../../client/chains.js';
import { invalid } from '../../client/settings.js';

/** The URL of a chain's node. @throws {SettingsError} SETTINGS_INVALID */
export function nodeUrl({ id, rpcUrls }: Chain): string {
  const [url = ''] = rpcUrls.default.http;
  if (!/^https?:\/\//.test(url)) throw invalid(`the chain ${id} has no URL of a node`);
  return url;
}
