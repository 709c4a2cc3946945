'use client';
import type { ReactNode } from 'react';
import { useSession } from '../hooks/useSession.js';
import type { Session } from '../sessions/session.js';

export type LoggedInProps = { children: ReactNode | ((session: Session) => ReactNode) };

/**
 * What only a person who is logged in sees. Until the device has been asked, and while a server renders, neither this nor
 * {@link LoggedOut} shows anything.
 *
 * @example <LoggedIn>{(session) => <Orders of={session.userId} />}</LoggedIn>
 */
export function LoggedIn({ children }: LoggedInProps): ReactNode {
  const { session } = useSession();
  return session ? (typeof children === 'function' ? children(session) : children) : null;
}

/** What only a person who is logged out sees. @example <LoggedOut><LoginCard /></LoggedOut> */
export function LoggedOut({ children }: { children: ReactNode }): ReactNode {
  return useSession().status === 'loggedOut' ? children : null;
}
