'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type AuthorizedFetch, authorizedFetch } from '../client/flows/authorizedFetch.js';
import { type LoggedOut, type LogoutOptions, logout } from '../client/flows/logout.js';
import { type RefreshOptions, refreshSession } from '../client/flows/refreshSession.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import type { SessionState } from '../sessions/sessionStore.js';
import { useKit, useLatchkey } from './context.js';
import { mutationDefaults } from './defaults.js';

/** Who is logged in. `loading` until the device has been asked, and while a server renders. */
export type SessionView = (
  | { readonly status: 'loading' | 'loggedOut'; readonly session: undefined }
  | { readonly status: 'loggedIn'; readonly session: Session }
) & {
  /** Whether the session survives a reload; false where the browser keeps nothing for this page. */
  readonly durable: boolean;
};

/** The active session. Renders anew only when that changes, in this tab or in another. */
export function useSession(): SessionView {
  const session = useSessionState((state) => state.active);
  const isLoading = useSessionState((state) => state.status === 'loading');
  const durable = useSessionState((state) => state.durable);
  return useMemo(() => {
    if (session) return { status: 'loggedIn', session, durable };
    return { status: isLoading ? 'loading' : 'loggedOut', session, durable };
  }, [session, isLoading, durable]);
}

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
export function useRefreshSession(): UseMutationResult<Session, LatchkeyError, Optional<RefreshOptions>> {
  const { client, queryClient } = useKit();
  return useMutation(
    { ...mutationDefaults, mutationFn: (options) => refreshSession(client, options ?? {}) },
    queryClient,
  );
}

/** Ends a session here and at the service, or all of its person's; what was read with it is forgotten. {@link logout} */
export function useLogout(): UseMutationResult<LoggedOut, LatchkeyError, Optional<LogoutOptions>> {
  const { client, queryClient } = useKit();
  return useMutation({ ...mutationDefaults, mutationFn: (options) => logout(client, options ?? {}) }, queryClient);
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

function useSessionState<Part>(select: (state: SessionState) => Part): Part {
  const { sessions } = useLatchkey();
  return useSyncExternalStore(
    sessions.subscribe,
    () => select(sessions.getSnapshot()),
    () => select(sessions.getServerSnapshot()),
  );
}
