import { type ProxyWalletKitConfigResponse, proxyWalletKitConfig } from '../../contract/proxyConfig.js';
import type { Authenticator } from '../../contract/shapes.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';

/** What passkeys need to know of the app: asked once in five minutes at most, so that the next dialog opens without waiting. */
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

/** The relying party's id, by which browsers know whose a passkey is. */
export const rpIdOf = ({ settings }: Client): string => settings.passkeyRpId ?? location.hostname;

/** Passkeys as the browser names them. */
export const heldIn = (authenticators: readonly Authenticator[]): { id: string; transports: string[] }[] =>
  authenticators.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports.map((name) => name.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase()),
  }));
