import { type ProxyWalletKitConfigResponse, proxyWalletKitConfig } from '../contract/proxyConfig.js';
import { RefusedError } from '../contract/refusals.js';
import { callProxy } from './callProxy.js';
import type { Client } from './createClient.js';
import type { RequestOptions } from './exchange.js';

/**
 * What the service says of its logins, asked once for each client: what of our own it takes, which others refuse.
 *
 * @returns `undefined` where it refuses to tell
 * @throws {UnreachableError}
 * @throws {RefusedError} it is busy, which says nothing of what it takes
 */
export async function serviceConfig(
  client: Client,
  requestOptions: RequestOptions,
): Promise<ProxyWalletKitConfigResponse | undefined> {
  const known = said.get(client);
  if (known !== undefined) return known;
  try {
    const config = await callProxy(client, proxyWalletKitConfig, {}, requestOptions);
    learnConfig(client, config);
    return config;
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500 && error.status !== 429) return undefined;
    throw error;
  }
}

/** Takes note of what the service has said just now, so that it is not asked for again. */
export function learnConfig(client: Client, config: ProxyWalletKitConfigResponse): void {
  said.set(client, config);
}

const said = new WeakMap<Client, ProxyWalletKitConfigResponse>();
