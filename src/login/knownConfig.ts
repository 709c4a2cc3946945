import type { Client } from '../client/createClient.js';
import { learnConfig, requestConfig } from '../client/serviceConfig.js';
import type { ProxyWalletKitConfigResponse } from '../contract/proxyConfig.js';
import { recall, remember } from './recall.js';

/** The login configuration of a service. */
export type LoginConfig = ProxyWalletKitConfigResponse;

/** Reports the configuration now and whenever it changes. @returns stops it */
export type FollowConfig = (tell: (config: LoginConfig) => void) => () => void;

/** The configuration when this browser last requested it. */
export function recallConfig(client: Client): LoginConfig | undefined {
  try {
    const config = JSON.parse(recall('localStorage', nameOf(client)) ?? 'null') as LoginConfig | null;
    return Array.isArray(config?.enabledProviders) ? config : undefined;
  } catch {
    return undefined;
  }
}

export function rememberConfig(client: Client, config: LoginConfig): void {
  learnConfig(client, config);
  remember('localStorage', nameOf(client), JSON.stringify(config));
}

/** Requests the configuration, and again when the device is back online, if there was no answer. */
export function askForConfig(client: Client): FollowConfig {
  return (tell) => {
    const asking = new AbortController();
    const { signal } = asking;
    let isKnown = false;
    const ask = () => {
      if (isKnown) return;
      requestConfig(client).then(
        (config) => {
          isKnown = true;
          if (!signal.aborted) tell(config);
        },
        () => {}, // without it the login offers e-mail and six digits, and follows the form of the sent code
      );
    };
    ask();
    globalThis.addEventListener?.('online', ask, { signal });
    return () => asking.abort();
  };
}

const nameOf = ({ settings }: Client) => `latchkey.config.${settings.authProxyConfigId}`;
