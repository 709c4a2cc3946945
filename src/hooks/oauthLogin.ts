'use client';
import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Client } from '../client/createClient.js';
import { loginWithOauth } from '../client/oauth/loginWithOauth.js';
import type { OauthErrorCode, OauthLogin } from '../client/oauth/oauthLogin.js';
import { prepareOauth } from '../client/oauth/prepareOauth.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import { noteForDeveloper } from './developerNote.js';
import type { HookError } from './hookTypes.js';

/** Options of one login at the provider. */
export type OauthLoginOptions = Omit<OauthLogin, 'provider'>;

/** Why a login at a provider failed. */
export interface OauthHookError extends LatchkeyError<OauthErrorCode | HookError['code']> {}

/** The options of `useMutation` (`onSuccess`, `onError` …). */
export type OauthLoginHookOptions = Omit<
  UseMutationOptions<Session, OauthHookError, Optional<OauthLoginOptions>>,
  'mutationFn'
>;

/** A login at a provider: `mutate()` starts it. Call it directly in the click handler. */
export type OauthLoginResult = Omit<
  UseMutationResult<Session, OauthHookError, Optional<OauthLoginOptions>>,
  'mutateAsync'
>;

/**
 * Logs in at an identity provider; new people are signed up. The login is prepared while the button is shown, so that the window opens at
 * once; one that was under way before a reload is resumed. {@link loginWithOauth}
 *
 * @param provider - `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer.
 * @example
 * function ContinueWithGoogle() {
 *   const login = useLoginWithOauth('google')
 *   if (login.error?.code === 'POPUP_BLOCKED') return <button onClick={() => login.mutate({ mode: 'redirect' })}>Continue in this tab</button>
 *   return <button onClick={() => login.mutate()}>Continue with Google</button>
 * }
 */
export function useLoginWithOauth(provider: string, options: OauthLoginHookOptions = {}): OauthLoginResult {
  const { client, queryClient } = useKit();
  /** Started in the click, before the mutation, which runs later. */
  const begun = useRef<Promise<Session>>(undefined);
  const mutation = useMutation<Session, OauthHookError, Optional<OauthLoginOptions>>(
    {
      ...mutationDefaults,
      ...options,
      mutationFn(given) {
        const login = begun.current ?? begin(client, provider, given);
        begun.current = undefined;
        return login;
      },
    },
    queryClient,
  );
  const { mutate: follow } = mutation;

  const mutate = useCallback<typeof follow>(
    (given, callbacks) => {
      begun.current = begin(client, provider, given);
      follow(given, callbacks);
    },
    [client, provider, follow],
  );

  useEffect(() => {
    const left = new AbortController();
    const look = async () => {
      const { resumeLogin } = await import('../client/oauth/returnedLogin.js'); // not needed to show the button
      const resumed = left.signal.aborted ? undefined : resumeLogin(client, provider, left.signal);
      if (resumed === undefined) return prepareOauth(client, { provider });
      begun.current = quiet(resumed);
      follow();
    };
    // The click requests it again, and reports the error to the person.
    look().catch((error: { code?: string }) => {
      if (process.env.NODE_ENV !== 'production' && error.code) noteForDeveloper(error.code, client.settings);
    });
    return () => left.abort();
  }, [client, provider, follow]);

  return { ...mutation, mutate };
}

const begin = (client: Client, provider: string, given: Optional<OauthLoginOptions>): Promise<Session> =>
  quiet(loginWithOauth(client, { ...given, provider }));

/** The mutation reports its failure later. */
function quiet(login: Promise<Session>): Promise<Session> {
  login.catch(() => {});
  return login;
}

/** So that `mutate()` needs no argument. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is how TanStack Query names a variable that may be left out
type Optional<T> = T | void;
