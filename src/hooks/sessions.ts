'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type AuthorizedFetch, type AuthorizedFetchOptions, authorizedFetch } from '../client/flows/authorizedFetch.js';
import { type RefreshOptions, refreshSession } from '../client/flows/refreshSession.js';
import type { LogoutResult } from '../client/session/leave.js';
import { type LogoutOptions, logout } from '../client/session/logout.js';
import { createReadOnlySession, createReadWriteSession, stampLogin } from '../contract/sessions.js';
import type { Session } from '../sessions/session.js';
import { useLatchkey } from './context.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { activityHook } from './rowHooks.js';
import { useFlow } from './useFlow.js';
import { useSession, useSessionState } from './useSession.js';

/** Makes a public key a session key of the caller. To refresh a session use {@link useRefreshSession}. {@link stampLogin} */
export const useStampLogin = activityHook('useStampLogin', stampLogin);
/** Creates a session key and returns it sealed. {@link createReadWriteSession} */
export const useCreateReadWriteSession = activityHook('useCreateReadWriteSession', createReadWriteSession);
/** Creates a bearer secret for reading. {@link createReadOnlySession} */
export const useCreateReadOnlySession = activityHook('useCreateReadOnlySession', createReadOnlySession);

/** All sessions on this device, newest first, and a function to switch between them. */
export function useSessions(): {
  readonly sessions: readonly Session[];
  /** Makes a session the active one, in all tabs. @throws {SessionError} SESSION_GONE */
  readonly activate: (session: Session) => Promise<void>;
} {
  const client = useLatchkey();
  const sessions = useSessionState((state) => state.sessions);
  return useMemo(
    () => ({ sessions, activate: ({ publicKey }) => client.sessions.activate(publicKey) }),
    [client, sessions],
  );
}

/** Replaces a live session by a new one with a new key. {@link refreshSession} */
export function useRefreshSession(
  options: MutationHookOptions<Session, Optional<RefreshOptions>> = {},
): UseMutationResult<Session, HookError, Optional<RefreshOptions>> {
  return useFlow((client, refresh) => refreshSession(client, refresh ?? {}), options);
}

/** Ends a session here and at the service, or all of its person's; its cached answers are removed. {@link logout} */
export function useLogout(
  options: MutationHookOptions<LogoutResult, Optional<LogoutOptions>> = {},
): UseMutationResult<LogoutResult, HookError, Optional<LogoutOptions>> {
  return useFlow((client, ended) => logout(client, ended ?? {}), options);
}

/**
 * A `fetch` for the app's own backend that proves who is logged in. {@link authorizedFetch}
 *
 * @example
 * const authorizedFetch = useAuthorizedFetch()
 * const orders = useQuery({ queryKey: ['orders'], queryFn: () => authorizedFetch('/api/orders').then((answer) => answer.json()) })
 */
export function useAuthorizedFetch(options: AuthorizedFetchOptions = {}): AuthorizedFetch {
  const client = useLatchkey();
  const { session, maxTokenAgeSeconds, fetch } = options;
  return useMemo(
    () => authorizedFetch(client, { session, maxTokenAgeSeconds, fetch }),
    [client, session, maxTokenAgeSeconds, fetch],
  );
}

/** The remaining lifetime of the active session. */
export type SessionExpiry = {
  /** Milliseconds since 1970, by this device's clock. */
  readonly expiresAtMs: number | undefined;
  /** It ends within `warnBeforeMs`: offer {@link useRefreshSession} now. */
  readonly isEnding: boolean;
  /** The last session expired while this was mounted, and nobody has logged in since. */
  readonly hasEnded: boolean;
};

/**
 * Reports when the active session is about to end, and when it has ended.
 *
 * @param options - `warnBeforeMs`, default 60,000.
 */
export function useSessionExpiry({ warnBeforeMs = 60_000 }: { warnBeforeMs?: number } = {}): SessionExpiry {
  const { sessions } = useLatchkey();
  const { session } = useSession();
  const [ending, setEnding] = useState<readonly string[]>([]);
  const [ended, setEnded] = useState<Session>();
  useEffect(
    () => sessions.onExpiring(warnBeforeMs, ({ publicKey }) => setEnding((others) => [...others, publicKey])),
    [sessions, warnBeforeMs],
  );
  useEffect(() => sessions.onExpired(setEnded), [sessions]);
  const isLoggedIn = session !== undefined;
  useEffect(() => {
    if (isLoggedIn) setEnded(undefined); // who logs in again and then out has ended it themselves
  }, [isLoggedIn]);
  return {
    expiresAtMs: session?.expiresAtMs,
    isEnding: session !== undefined && ending.includes(session.publicKey),
    hasEnded: session === undefined && ended !== undefined,
  };
}

// biome-ignore lint/suspicious/noConfusingVoidType: it lets `mutate()` be called with nothing
type Optional<Options> = Options | void;
