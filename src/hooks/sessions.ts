'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type AuthorizedFetch, authorizedFetch } from '../client/flows/authorizedFetch.js';
import { type LogoutOptions, type LogoutResult, logout } from '../client/flows/logout.js';
import { type RefreshOptions, refreshSession } from '../client/flows/refreshSession.js';
import { createReadOnlySession, createReadWriteSession, stampLogin } from '../contract/sessions.js';
import type { Session } from '../sessions/session.js';
import { useLatchkey } from './context.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { activityHook } from './rowHooks.js';
import { useFlow } from './useFlow.js';
import { useSession, useSessionState } from './useSession.js';

/** Makes a public key a session key of the caller. For a session's own refresh: {@link useRefreshSession}. {@link stampLogin} */
export const useStampLogin = activityHook('useStampLogin', stampLogin);
/** Makes a session key that is answered sealed. {@link createReadWriteSession} */
export const useCreateReadWriteSession = activityHook('useCreateReadWriteSession', createReadWriteSession);
/** Makes a secret that reads for a while. {@link createReadOnlySession} */
export const useCreateReadOnlySession = activityHook('useCreateReadOnlySession', createReadOnlySession);

/** Everyone who is logged in on this device, newest first, and a way to become one of them. */
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

/** Puts a new session, with a new key, in the place of one that is still alive. {@link refreshSession} */
export function useRefreshSession(
  options: MutationHookOptions<Session, Optional<RefreshOptions>> = {},
): UseMutationResult<Session, HookError, Optional<RefreshOptions>> {
  return useFlow((client, refresh) => refreshSession(client, refresh ?? {}), options);
}

/** Ends a session here and at the service, or all of its person's; what was read with it is forgotten. {@link logout} */
export function useLogout(
  options: MutationHookOptions<LogoutResult, Optional<LogoutOptions>> = {},
): UseMutationResult<LogoutResult, HookError, Optional<LogoutOptions>> {
  return useFlow((client, ended) => logout(client, ended ?? {}), options);
}

/**
 * A `fetch` for the app's own backend, which proves there who is logged in. {@link authorizedFetch}
 *
 * @example
 * const authorizedFetch = useAuthorizedFetch()
 * const orders = useQuery({ queryKey: ['orders'], queryFn: () => authorizedFetch('/api/orders').then((answer) => answer.json()) })
 */
export function useAuthorizedFetch(): AuthorizedFetch {
  const client = useLatchkey();
  return useMemo(() => authorizedFetch(client), [client]);
}

/** How near the end of the active session is. */
export type SessionExpiry = {
  /** Milliseconds since 1970, by this device's clock. */
  readonly expiresAtMs: number | undefined;
  /** It ends within `warnBeforeMs`: the moment to offer {@link useRefreshSession}. */
  readonly isEnding: boolean;
  /** The last session ran out while this was shown, and nobody has logged in since. */
  readonly hasEnded: boolean;
};

/**
 * Tells when the active session is about to end, and when it has.
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
  return {
    expiresAtMs: session?.expiresAtMs,
    isEnding: session !== undefined && ending.includes(session.publicKey),
    hasEnded: session === undefined && ended !== undefined,
  };
}

// biome-ignore lint/suspicious/noConfusingVoidType: it lets `mutate()` be called with nothing
type Optional<Options> = Options | void;
