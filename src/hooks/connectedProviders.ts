'use client';
import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { connectProvider } from '../client/flows/connectProvider.js';
import { prepareOauth } from '../client/flows/prepareOauth.js';
import type { ConnectProviderOptions } from '../client/oauth/connectProviderOptions.js';
import { builtIn } from '../client/oauth/provider.js';
import { createOauthProviders } from '../contract/oauth.js';
import type { OauthProvider } from '../contract/shapes.js';
import type { LoginConfig } from '../login/knownConfig.js';
import { methodsOf, type OauthMethod } from '../login/methods.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import { useGetOauthProviders } from './oauth.js';
import type { OauthHookError } from './oauthLogin.js';
import { useWalletKitConfig } from './proxy.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

/** An identity at a provider by which the person logs in. */
export type ConnectedProvider = {
  /** What {@link useDeleteOauthProviders} takes. */
  readonly providerId: string;
  /** As people call the provider. */
  readonly label: string;
  /** As the configuration names it, where it does. */
  readonly method: OauthMethod | undefined;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
};

/** By which providers the person logs in, oldest first, and by which others they could. */
export type ConnectedProviders = {
  readonly connected: readonly ConnectedProvider[];
  /** Of the configuration's, those that the account has not. */
  readonly others: readonly OauthMethod[];
};

/** The identities at OAuth providers of who is logged in; `undefined` until they are known. */
export function useConnectedProviders(): ConnectedProviders | undefined {
  const { session } = useSession();
  const config = useWalletKitConfig().data;
  const { data } = useGetOauthProviders({ userId: session?.userId ?? '' });
  return useMemo(() => data && config && split(data.oauthProviders, config), [data, config]);
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
 * As a configuration names it. Identities at X and Discord are vouched for by the service: this one names the provider for the issuer,
 * the hosted one in the subject.
 */
function nameOf({ issuer, subject }: OauthProvider, { oidcIssuers }: LoginConfig): string | undefined {
  const configured = oidcIssuers?.find((each) => each.issuer === issuer)?.id;
  const known = Object.keys(builtIn).find((name) => builtIn[name]?.issuer === issuer);
  return configured ?? known ?? [issuer, subject.split(':')[0]].find((name) => name === 'x' || name === 'discord');
}

/** A mutation, to be called in the click itself. */
export type ConnectProviderResult = UseMutationResult<string, OauthHookError, ConnectProviderOptions> & {
  /** To be called when a person comes near the button: then the window opens at the provider at once. */
  readonly prepare: (provider: string) => void;
};

/**
 * Lets who is logged in log in at an identity provider from now on. {@link connectProvider}
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
  /** Begun in the click, before the mutation, which waits before it runs. */
  const begun = useRef<Promise<string>>(undefined);
  const begin = useCallback(
    (asked: ConnectProviderOptions) => {
      const onConnected = (providerId: string) => {
        makeStale({ client, queryClient, session: asked.session ?? active }, createOauthProviders);
        asked.onConnected?.(providerId);
      };
      const connecting = connectProvider(client, { ...asked, onConnected });
      connecting.catch(() => {}); // told by the mutation, which looks at it later
      return connecting;
    },
    [client, queryClient, active],
  );
  const mutation = useMutation<string, OauthHookError, ConnectProviderOptions>(
    {
      ...mutationDefaults,
      ...options,
      mutationFn(asked) {
        const connecting = begun.current ?? begin(asked);
        begun.current = undefined;
        return connecting;
      },
    },
    queryClient,
  );
  const inClick =
    <Following extends readonly unknown[], Told>(follow: (asked: ConnectProviderOptions, ...more: Following) => Told) =>
    (asked: ConnectProviderOptions, ...more: Following): Told => {
      begun.current = begin(asked);
      return follow(asked, ...more);
    };
  const prepare = (provider: string) => void prepareOauth(client, { provider }).catch(() => {}); // the click tells why
  return { ...mutation, mutate: inClick(mutation.mutate), mutateAsync: inClick(mutation.mutateAsync), prepare };
}
