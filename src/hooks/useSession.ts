'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { Session } from '../sessions/session.js';
import type { SessionState } from '../sessions/sessionStore.js';
import { useLatchkey } from './context.js';

/** The active session. `loading` until storage has been read, and on a server. */
export type SessionView = (
  | { readonly status: 'loading' | 'loggedOut'; readonly session: undefined }
  | { readonly status: 'loggedIn'; readonly session: Session }
) & {
  /** Whether the session survives a reload; false if storage is unavailable. */
  readonly durable: boolean;
};

/** The active session. Renders again only when that changes, in this tab or in another. */
export function useSession(): SessionView {
  const session = useSessionState((state) => state.active);
  const isLoading = useSessionState((state) => state.status === 'loading');
  const durable = useSessionState((state) => state.durable);
  return useMemo(() => {
    if (session) return { status: 'loggedIn', session, durable };
    return { status: isLoading ? 'loading' : 'loggedOut', session, durable };
  }, [session, isLoading, durable]);
}

/** A part of the session state of this device. */
export function useSessionState<Part>(select: (state: SessionState) => Part): Part {
  const { sessions } = useLatchkey();
  return useSyncExternalStore(
    sessions.subscribe,
    () => select(sessions.getSnapshot()),
    () => select(sessions.getServerSnapshot()),
  );
}
