import type { Client } from '../client/createClient.js';
import { requestConfig } from '../client/serviceConfig.js';
import { type ProxyWalletKitConfigResponse, proxyWalletKitConfig } from '../contract/proxyConfig.js';
import { queryDefaults } from './defaults.js';
import { answerKey } from './queryKeys.js';
import type { AnswerOptions } from './rowQueryOptions.js';

// Part of every first load: queries that need a session stay in other files.

/** The enabled methods and settings of the configuration. Requested at most once in five minutes. */
export function walletKitConfigQueryOptions(
  client: Client,
): AnswerOptions<ProxyWalletKitConfigResponse> & { readonly staleTime: number } {
  return {
    ...queryDefaults,
    queryKey: answerKey(client, undefined, proxyWalletKitConfig.name),
    // Without the signal: what React begins twice, or takes away and shows again, is requested once.
    queryFn: () => requestConfig(client),
    enabled: true,
    staleTime: 300_000,
  };
}
