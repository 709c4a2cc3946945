'use client';
import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { connectProvider } from '../client/oauth/connectProvider.js';
import type { ConnectProviderOptions } from '../client/oauth/oauthLogin.js';
import { prepareOauth } from '../client/oauth/prepareOauth.js';
import { builtIn } from '../client/oauth/provider.js';
import { createOauthProviders } from '../contract/oauth.js';
import type { OauthProvider } from '../contract/shapes.js';
import { callApp } from '../login/callApp.js';
import type { LoginConfig } from '../login/knownConfig.js';
import { methodsOf, type OauthMethod } from '../login/methods.js';
import { useKit, useLatchkey } from './context.js';
import { mutationDefaults } from './defaults.js';
import { useGetOauthProviders } from './oauth.js';
import type { OauthHookError } from './oauthLogin.js';
import { useWalletKitConfig } from './proxy.js';
import { noteMissingRedirectUrl } from './redirectNote.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

/** An identity at a provider that the person logs in with. */
export type ConnectedProvider = {
  /** The argument of {@link useDeleteOauthProviders}. */
  readonly providerId: string;
  /** The provider's name, as people know it. */
  readonly label: string;
  /** The provider in the configuration, if it is there. */
  readonly method: OauthMethod | undefined;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
};

/** The providers that the person logs in with, oldest first, and those that they could connect. */
export type ConnectedProviders = {
  readonly connected: readonly ConnectedProvider[];
  /** The configuration's providers that the account lacks. */
  readonly others: readonly OauthMethod[];
};

/** The logged-in person's identities at OAuth providers; `undefined` until known. */
export function useConnectedProviders(): ConnectedProviders | undefined {
  const { session } = useSession();
  const client = useLatchkey();
  const config = useWalletKitConfig().data;
  const { data } = useGetOauthProviders({ userId: session?.userId ?? '' });
  const providers = useMemo(() => data && config && split(data.oauthProviders, config), [data, config]);
  const canConnect = providers !== undefined && providers.others.length > 0;
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && canConnect && config) noteMissingRedirectUrl(client, config);
  }, [client, canConnect, config]);
  return providers;
}

function split(providers: readonly OauthProvider[], config: LoginConfig): ConnectedProviders {
  const offered = methodsOf(config.enabledProviders, config).filter(
    (method): method is OauthMethod => method.type === 'oauth',
  );
  const connected = providers.map((each) => {
    const name = nameOf(each, config);
    const method = offered.find(({ provider }) => provider === name);
    const createdAtMs = Number(each.createdAt.seconds) * 1000;
    return { providerId: each.providerId, label: method?.label ?? each.providerName, method, createdAtMs };
  });
  return { connected, others: offered.filter((each) => !connected.some(({ method }) => method === each)) };
}

/**
 * The provider's name in a configuration. The service issues the tokens of X and Discord: this one names the provider in the issuer, the
 * hosted one in the subject.
 */
function nameOf({ issuer, subject }: OauthProvider, { oidcIssuers }: LoginConfig): string | undefined {
  const configured = oidcIssuers?.find((each) => each.issuer === issuer)?.id;
  const known = Object.keys(builtIn).find((name) => builtIn[name]?.issuer === issuer);
  return configured ?? known ?? [issuer, subject.split(':')[0]].find((name) => name === 'x' || name === 'discord');
}

/** A mutation. Call it directly in the click handler. */
export type ConnectProviderResult = UseMutationResult<string, OauthHookError, ConnectProviderOptions> & {
  /** Call it when the pointer or focus reaches the button: then the window opens at the provider at once. */
  readonly prepare: (provider: string) => void;
};

/**
 * Connects an identity provider to the logged-in person's account. {@link connectProvider}
 *
 * @example
 * const connect = useConnectProvider()
 * return <button onFocus={() => connect.prepare('google')} onClick={() => connect.mutate({ provider: 'google' })}>Connect Google</button>
 */
export function useConnectProvider(
  options: Omit<UseMutationOptions<string, OauthHookError, ConnectProviderOptions>, 'mutationFn'> = {},
): ConnectProviderResult {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  /** Started in the click, before the mutation, which runs later. */
  const begun = useRef<Promise<string>>(undefined);
  const begin = useCallback(
    (options: ConnectProviderOptions) => {
      const onConnected = (providerId: string) => {
        makeStale({ client, queryClient, session: options.session ?? active }, createOauthProviders);
        callApp(options.onConnected, providerId);
      };
      const connecting = connectProvider(client, { ...options, onConnected });
      connecting.catch(() => {}); // the mutation reports it later
      return connecting;
    },
    [client, queryClient, active],
  );
  const mutation = useMutation<string, OauthHookError, ConnectProviderOptions>(
    {
      ...mutationDefaults,
      ...options,
      mutationFn(options) {
        const connecting = begun.current ?? begin(options);
        begun.current = undefined;
        return connecting;
      },
    },
    queryClient,
  );
  const inClick =
    <Following extends readonly unknown[], Result>(
      follow: (options: ConnectProviderOptions, ...more: Following) => Result,
    ) =>
    (options: ConnectProviderOptions, ...more: Following): Result => {
      begun.current = begin(options);
      return follow(options, ...more);
    };
  const prepare = (provider: string) => void prepareOauth(client, { provider, session: active }).catch(() => {}); // the click reports it
  return { ...mutation, mutate: inClick(mutation.mutate), mutateAsync: inClick(mutation.mutateAsync), prepare };
}
