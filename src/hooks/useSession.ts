'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { Session } from '../sessions/session.js';
import type { SessionState } from '../sessions/sessionStore.js';
import { useLatchkey } from './context.js';

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

/** A part of who is logged in on this device. */
export function useSessionState<Part>(select: (state: SessionState) => Part): Part {
  const { sessions } = useLatchkey();
  return useSyncExternalStore(
    sessions.subscribe,
    () => select(sessions.getSnapshot()),
    () => select(sessions.getServerSnapshot()),
  );
}
