import { type ProxyWalletKitConfigResponse, proxyWalletKitConfig } from '../contract/proxyConfig.js';
import { RefusedError } from '../contract/refusals.js';
import type { Client } from './createClient.js';
import { abortable, startDeadline } from './deadline.js';
import type { RequestOptions } from './exchange.js';
import { sendToProxy } from './sendToProxy.js';
import { timedOut } from './unreachableError.js';

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
  try {
    return configs.get(client)?.config ?? (await waitedFor(client, requestOptions));
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500 && error.status !== 429) return undefined;
    throw error;
  }
}

/**
 * The service's login configuration, requested at most once in five minutes.
 *
 * @throws {RefusedError} {@link UnreachableError}
 */
export async function configOf(
  client: Client,
  requestOptions: RequestOptions = {},
): Promise<ProxyWalletKitConfigResponse> {
  const known = configs.get(client);
  const isFresh = known && Math.abs(client.clock.onDevice() - known.learnedAtMs) < freshForMs;
  return isFresh ? known.config : waitedFor(client, requestOptions);
}

const freshForMs = 300_000;

/** The answer to the request that all share, for as long as this caller waits. */
async function waitedFor(
  client: Client,
  { signal, timeoutMs = client.settings.timeoutMs }: RequestOptions,
): Promise<ProxyWalletKitConfigResponse> {
  signal?.throwIfAborted();
  const deadline = startDeadline(timeoutMs, () => timedOut(client.settings.authProxyUrl, timeoutMs), signal);
  try {
    return await abortable(requestConfig(client), deadline.signal);
  } finally {
    deadline.stop();
  }
}

/** Stores a configuration that was received in another way, so that it is not requested again. */
export function learnConfig(client: Client, config: ProxyWalletKitConfigResponse): void {
  configs.set(client, { config, learnedAtMs: client.clock.onDevice() });
}

/** Requests the configuration. Whoever asks while a request is under way gets its answer, and nobody who goes away ends it for others. */
export function requestConfig(client: Client): Promise<ProxyWalletKitConfigResponse> {
  const underWay = requests.get(client);
  if (underWay) return underWay;
  const request = sendToProxy(client, proxyWalletKitConfig, {})
    .then((config) => {
      learnConfig(client, config);
      return config;
    })
    .finally(() => requests.delete(client));
  requests.set(client, request);
  return request;
}

type Known = { readonly config: ProxyWalletKitConfigResponse; readonly learnedAtMs: number };

const configs = new WeakMap<Client, Known>();
const requests = new WeakMap<Client, Promise<ProxyWalletKitConfigResponse>>();
