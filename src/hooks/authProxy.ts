'use client';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../contract/authProxy.js';
import { getAuthProxyConfig } from '../contract/authProxy.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** The configuration of the organization's auth proxy. {@link getAuthProxyConfig} */
export const useGetAuthProxyConfig = queryHook('useGetAuthProxyConfig', getAuthProxyConfig);
/** Enables the auth proxy. {@link enableAuthProxy} */
export const useEnableAuthProxy = activityHook('useEnableAuthProxy', enableAuthProxy);
/** Disables the auth proxy. {@link disableAuthProxy} */
export const useDisableAuthProxy = activityHook('useDisableAuthProxy', disableAuthProxy);
/** Changes members of the auth proxy's configuration. {@link updateAuthProxyConfig} */
export const useUpdateAuthProxyConfig = activityHook('useUpdateAuthProxyConfig', updateAuthProxyConfig);
