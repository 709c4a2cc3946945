'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../contract/proxy.js';
import type { ProxyWalletKitConfigResponse } from '../contract/proxyConfig.js';
import { walletKitConfigQueryOptions } from './configQuery.js';
import { useKit } from './context.js';
import type { HookError, QueryHookOptions } from './hookTypes.js';
import { proxyHook } from './rowHooks.js';

/** Sends a one-time code. {@link proxyOtpInit} */
export const useOtpInit = proxyHook('useOtpInit', proxyOtpInit);
/** Exchanges a code for a verification token. {@link proxyOtpVerify} */
export const useOtpVerify = proxyHook('useOtpVerify', proxyOtpVerify);
/** Exchanges a verification token for a session token. {@link proxyOtpLogin} */
export const useOtpLogin = proxyHook('useOtpLogin', proxyOtpLogin);
/** Creates a sub-organization for a new person. {@link proxySignup} */
export const useSignup = proxyHook('useSignup', proxySignup);
/** Finds the organization of a person. {@link proxyAccount} */
export const useAccount = proxyHook('useAccount', proxyAccount);

/** The enabled methods and settings of the configuration, such as the form of a code. */
export function useWalletKitConfig<Data = ProxyWalletKitConfigResponse>(
  options: Omit<QueryHookOptions<ProxyWalletKitConfigResponse, Data>, 'session'> = {},
): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { config } = client.settings;
  const given = config && { placeholderData: config };
  return useQuery({ ...walletKitConfigQueryOptions(client), ...given, ...options }, queryClient);
}
