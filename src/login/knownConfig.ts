import { callProxy } from '../client/callProxy.js';
import type { Client } from '../client/createClient.js';
import { learnConfig } from '../client/serviceConfig.js';
import { proxyWalletKitConfig } from '../contract/proxyConfig.js';
import type { AnswerOf } from '../contract/row.js';
import { recall, remember } from './recall.js';

/** What a service's configuration says of its logins. */
export type LoginConfig = AnswerOf<typeof proxyWalletKitConfig>;

/** Tells the configuration now and whenever it changes. @returns stops it */
export type FollowConfig = (tell: (config: LoginConfig) => void) => () => void;

/** The configuration as the service said it when this browser last asked. */
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

/** Asks for the configuration, and asks again when the device is back online where there was no answer. */
export function askForConfig(client: Client): FollowConfig {
  return (tell) => {
    const asking = new AbortController();
    const { signal } = asking;
    let isKnown = false;
    const ask = () => {
      if (isKnown) return;
      callProxy(client, proxyWalletKitConfig, {}, { signal }).then(
        (config) => {
          isKnown = true;
          tell(config);
        },
        () => {}, // not to be had: the login begins with e-mail and six digits, and follows what is sent
      );
    };
    ask();
    globalThis.addEventListener?.('online', ask, { signal });
    return () => asking.abort();
  };
}

const nameOf = ({ settings }: Client) => `latchkey.config.${settings.authProxyConfigId}`;
