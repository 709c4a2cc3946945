import { type ProxyWalletKitConfigResponse, proxyWalletKitConfig } from '../contract/proxyConfig.js';
import { RefusedError } from '../contract/refusals.js';
import type { Client } from './createClient.js';
import type { RequestOptions } from './exchange.js';
import { sendToProxy } from './sendToProxy.js';

/**
 * The service's login configuration, requested once per client: which members of our own it accepts, since other services refuse them.
 *
 * @returns `undefined` if the service refuses
 * @throws {UnreachableError}
 * @throws {RefusedError} it is busy, which says nothing of what it takes
 */
export async function serviceConfig(
  client: Client,
  requestOptions: RequestOptions,
): Promise<ProxyWalletKitConfigResponse | undefined> {
  const known = configs.get(client);
  if (known !== undefined) return known;
  try {
    const config = await sendToProxy(client, proxyWalletKitConfig, {}, requestOptions);
    learnConfig(client, config);
    return config;
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500 && error.status !== 429) return undefined;
    throw error;
  }
}

/** Stores a configuration that was just received, so that it is not requested again. */
export function learnConfig(client: Client, config: ProxyWalletKitConfigResponse): void {
  configs.set(client, config);
}

const configs = new WeakMap<Client, ProxyWalletKitConfigResponse>();
