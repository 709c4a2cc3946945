'use client';
import type { ReactNode } from 'react';
import { useSession } from '../../hooks/useSession.js';
import type { Session } from '../../sessions/session.js';

export type LoggedInProps = { children: ReactNode | ((session: Session) => ReactNode) };

/**
 * Renders its children only while a person is logged in. While that is unknown, and on a server, neither this nor {@link LoggedOut} renders
 * anything.
 *
 * @example <LoggedIn>{(session) => <Orders of={session.userId} />}</LoggedIn>
 */
export function LoggedIn({ children }: LoggedInProps): ReactNode {
  const { session } = useSession();
  return session ? (typeof children === 'function' ? children(session) : children) : null;
}

/** Renders its children only while nobody is logged in. @example <LoggedOut><LoginCard /></LoggedOut> */
export function LoggedOut({ children }: { children: ReactNode }): ReactNode {
  return useSession().status === 'loggedOut' ? children : null;
}
