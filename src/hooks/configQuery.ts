import { callProxy } from '../client/callProxy.js';
import type { Client } from '../client/createClient.js';
import { proxyWalletKitConfig } from '../contract/proxyConfig.js';
import type { AnswerOf } from '../contract/row.js';
import { queryDefaults } from './defaults.js';
import { answerKey } from './queryKeys.js';
import type { AnswerOptions } from './rowQueryOptions.js';

// Part of every first load: queries that need a session stay in other files.

/** The enabled methods and settings of the configuration. Requested at most once in five minutes. */
export function walletKitConfigQueryOptions(
  client: Client,
): AnswerOptions<AnswerOf<typeof proxyWalletKitConfig>> & { readonly staleTime: number } {
  return {
    ...queryDefaults,
    queryKey: answerKey(client, undefined, proxyWalletKitConfig.name),
    queryFn: ({ signal }) => callProxy(client, proxyWalletKitConfig, {}, { signal }),
    enabled: true,
    staleTime: 300_000,
  };
}
