import { type ProxyWalletKitConfigResponse, proxyWalletKitConfig } from '../../contract/proxyConfig.js';
import type { Authenticator } from '../../contract/shapes.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';

/** The app's configuration for passkeys, requested at most once in five minutes, so that the next dialog opens without waiting. */
export async function configOf(client: Client, requestOptions: RequestOptions): Promise<ProxyWalletKitConfigResponse> {
  const nowMs = client.clock.onDevice();
  const known = configs.get(client);
  if (known && Math.abs(nowMs - known.askedAtMs) < freshForMs) return known.config;
  const config = await callProxy(client, proxyWalletKitConfig, {}, requestOptions);
  configs.set(client, { config, askedAtMs: nowMs });
  return config;
}

const freshForMs = 300_000;
const configs = new WeakMap<Client, { readonly config: ProxyWalletKitConfigResponse; readonly askedAtMs: number }>();

/** The relying party's id, to which browsers bind passkeys. */
export const rpIdOf = ({ settings }: Client): string => settings.passkeyRpId ?? location.hostname;

/** Passkeys as the browser names them. */
export const heldIn = (authenticators: readonly Authenticator[]): { id: string; transports: string[] }[] =>
  authenticators.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports.map((name) => name.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase()),
  }));
