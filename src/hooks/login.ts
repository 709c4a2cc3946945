'use client';
import { QueryObserver } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LatchkeyError } from '../errors.js';
import { createLogin, type Login } from '../login/createLogin.js';
import type { FollowConfig, LoginConfig } from '../login/knownConfig.js';
import type { LoginOptions } from '../login/loginOptions.js';
import type { LoginState } from '../login/loginState.js';
import { wireNames } from '../login/methods.js';
import { walletKitConfigQueryOptions } from './configQuery.js';
import { type Kit, useKit } from './context.js';
import { noteForDeveloper } from './developerNote.js';
import { noteMissingRedirectUrl } from './redirectNote.js';
import { useBeforePaint } from './useBeforePaint.js';

/**
 * A login for a screen of your own: its step, the available actions, and the last error. {@link OtpScreen} uses the same.
 *
 * @returns the state of a {@link createLogin | login}, a union by `at`; each step has its own actions.
 * @example
 * function Login() {
 *   const login = useLogin({ onLogin: (session) => console.log(session.userId) })
 *   const why = login.problem?.code
 *   if (login.at === 'contact') return <Ask label="Email address" why={why} onSubmit={(typed) => login.sendCode(typed)} />
 *   return <Ask label={`Code sent to ${login.contact.shown}`} why={why} onSubmit={(typed) => login.enterCode(typed)} />
 * }
 */
export function useLogin(options: LoginOptions = {}): LoginState {
  const { tellOf } = useKit();
  const told: LoginOptions = {
    ...options,
    onError(error) {
      tellOf(error);
      options.onError?.(error);
    },
  };
  const login = useLoginStore(told);
  useBeforePaint(() => login.update(told));
  const state = useSyncExternalStore(login.subscribe, login.getSnapshot, login.getServerSnapshot);
  const kit = useKit();
  const { settings } = kit.client;
  const code = state.problem?.code;
  const showsProviders = state.at === 'contact' && state.methods.some(({ type }) => type === 'oauth');
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && code) noteForDeveloper(code, settings);
  }, [code, settings]);
  const { names } = options;
  useEffect(() => {
    if (process.env.NODE_ENV === 'production' || !names) return;
    const unknown = [names].flat().filter((name) => wireNames([name]).length === 0);
    if (unknown.length > 0) noteForDeveloper('METHOD_UNKNOWN', { unknown: JSON.stringify(unknown) });
  }, [names]);
  useEffect(() => {
    if (process.env.NODE_ENV === 'production' || !showsProviders) return;
    return configInCache(kit)((config) => noteMissingRedirectUrl(kit.client, config));
  }, [kit, showsProviders]);
  return state;
}

/** One login as long as the component is mounted with the same client. */
function useLoginStore(options: LoginOptions): Login {
  const kit = useKit();
  const [held, setHeld] = useState(() => loginOf(kit, options));
  if (held.kit === kit) return held.login;
  const next = loginOf(kit, options);
  setHeld(next);
  return next.login;
}

function loginOf(kit: Kit, options: LoginOptions): { kit: Kit; login: Login } {
  return { kit, login: createLogin(kit.client, options, { followConfig: configInCache(kit) }) };
}

/** The configuration from the cache, so that all callers on this page share one request. */
function configInCache({ client, queryClient }: Kit): FollowConfig {
  return (tell) => {
    const observer = new QueryObserver<LoginConfig, LatchkeyError>(queryClient, walletKitConfigQueryOptions(client));
    const look = () => {
      const { data, error } = observer.getCurrentResult();
      if (data) tell(data);
      if (process.env.NODE_ENV !== 'production' && error) noteForDeveloper(error.code, client.settings);
    };
    const stop = observer.subscribe(look);
    look();
    return stop;
  };
}
