'use client';
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loginWithPasskey, loginWithPasskeyAutofill } from '../client/flows/loginWithPasskey.js';
import {
  addPasskey,
  passkeySupport,
  preparePasskeys,
  removePasskey,
  signUpWithPasskey,
} from '../client/flows/passkeys.js';
import type {
  AddPasskeyOptions,
  PasskeyLoginOptions,
  RemovePasskeyOptions,
  SignUpOptions,
} from '../client/passkeys/options.js';
import { createAuthenticators, deleteAuthenticators } from '../contract/authenticators.js';
import type { ActivityRow } from '../contract/row.js';
import { callApp } from '../login/callApp.js';
import type { Session } from '../sessions/session.js';
import type { PasskeySupport } from '../stampers/passkeySupport.js';
import { useKit, useLatchkey } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { HookError, MutationHookOptions, QueryHookOptions } from './hookTypes.js';
import { type Passkey, passkeysQueryOptions } from './passkeysQuery.js';
import { makeStale } from './stale.js';
import { useFlow } from './useFlow.js';
import { useLatest } from './useLatest.js';
import { useSession } from './useSession.js';

/** Logs in with a passkey that the person picks in the browser's dialog. {@link loginWithPasskey} */
export function useLoginWithPasskey(
  options: MutationHookOptions<Session, Optional<PasskeyLoginOptions>> = {},
): UseMutationResult<Session, HookError, Optional<PasskeyLoginOptions>> {
  return useFlow((client, given) => loginWithPasskey(client, given ?? {}), options);
}

/** Signs a person up with a passkey alone. {@link signUpWithPasskey} */
export function useSignUpWithPasskey(
  options: MutationHookOptions<Session, Optional<SignUpOptions>> = {},
): UseMutationResult<Session, HookError, Optional<SignUpOptions>> {
  return useFlow((client, given) => signUpWithPasskey(client, given ?? {}), options);
}

/** Options of an offer in a field. */
export interface PasskeyAutofillOptions {
  readonly onLogin?: ((session: Session) => void) | undefined;
  /** Called when a picked passkey did not log in; the offer continues. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
  /** Default: true. */
  readonly enabled?: boolean | undefined;
}

/**
 * Offers passkeys in the autofill of a field while the component is mounted: an input whose `autocomplete` ends with `webauthn`. In
 * browsers without this, nothing happens. {@link loginWithPasskeyAutofill}
 *
 * @example
 * usePasskeyAutofill()
 * return <input type="email" autoComplete="username webauthn" />
 */
export function usePasskeyAutofill({ enabled = true, ...callbacks }: PasskeyAutofillOptions = {}): void {
  const client = useLatchkey();
  const listener = useLatest(callbacks);
  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    const { signal } = controller;
    const offer = async () => {
      if (!(await passkeySupport()).autofill || signal.aborted) return;
      const onProblem = (problem: unknown) => callApp(listener.current.onProblem, problem);
      callApp(listener.current.onLogin, await loginWithPasskeyAutofill(client, { signal, onProblem }));
    };
    offer().catch((error: unknown) => {
      if (!signal.aborted) callApp(listener.current.onProblem, error);
    });
    return () => controller.abort();
  }, [client, enabled, listener]);
}

/**
 * The passkey features of this device; what its dialogs need is loaded. `undefined` until known, and on a server. {@link passkeySupport}
 */
export function usePasskeySupport(): PasskeySupport | undefined {
  const client = useLatchkey();
  const [support, setSupport] = useState<PasskeySupport>();
  useEffect(() => {
    let isHere = true;
    const tell = (found: PasskeySupport) => {
      if (!isHere) return;
      setSupport(found);
      if (found.use) void preparePasskeys(client);
    };
    passkeySupport().then(tell, () => tell(none)); // an error counts as no support
    return () => {
      isHere = false;
    };
  }, [client]);
  return support;
}

const none: PasskeySupport = { use: false, autofill: false, create: false };

/** The logged-in person's passkeys, oldest first, each with its provider. */
export function usePasskeys<Data = readonly Passkey[]>({
  session: given,
  ...options
}: QueryHookOptions<readonly Passkey[], Data> = {}): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  return useQuery({ ...passkeysQueryOptions(client, given ?? active), ...options }, queryClient);
}

/** Adds a passkey of this device to the logged-in person's account. {@link addPasskey} */
export function useAddPasskey(
  options: MutationHookOptions<string, Optional<AddPasskeyOptions>> = {},
): UseMutationResult<string, HookError, Optional<AddPasskeyOptions>> {
  const changed = useChanged(createAuthenticators);
  const { client, queryClient } = useKit();
  const mutationFn = async (given: Optional<AddPasskeyOptions>) =>
    changed(await addPasskey(client, given ?? {}), given?.session);
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}

/** Removes a passkey from the logged-in person's account, but not the last login method. {@link removePasskey} */
export function useRemovePasskey(
  options: MutationHookOptions<void, RemovePasskeyOptions> = {},
): UseMutationResult<void, HookError, RemovePasskeyOptions> {
  const changed = useChanged(deleteAuthenticators);
  const { client, queryClient } = useKit();
  const mutationFn = async (given: RemovePasskeyOptions) => changed(await removePasskey(client, given), given.session);
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}

/** Returns an answer after the row's changed queries are marked stale. */
function useChanged(row: ActivityRow): <Answer>(answer: Answer, given: Session | undefined) => Answer {
  const kit = useKit();
  const { session } = useSession();
  return (answer, given) => {
    makeStale({ ...kit, session: given ?? session }, row);
    return answer;
  };
}

// biome-ignore lint/suspicious/noConfusingVoidType: it lets `mutate()` be called with nothing
type Optional<Options> = Options | void;
