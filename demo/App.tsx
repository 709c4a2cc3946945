import { LoginCard, useSession, useSessionExpiry } from 'latchkey';
import type { ReactElement } from 'react';
import { Account } from './Account.js';

/** Either somebody is logged in, or somebody may log in. A reload changes neither. */
export function App(): ReactElement {
  const { status } = useSession();
  const { isEnding, hasEnded } = useSessionExpiry();
  return (
    <>
      <header>
        <h1>Latchkey demo</h1>
        <a href="/widget.html">Without React</a>
        <a href="/dev/inbox" target="_blank" rel="noreferrer">
          Development inbox
        </a>
      </header>
      <p role="status">
        {isEnding && 'You’ll be logged out in a minute.'}
        {hasEnded && 'You’ve been logged out. Log in again.'}
      </p>
      <main>
        {status === 'loggedOut' && <LoginCard autoFocus />}
        {status === 'loggedIn' && <Account />}
      </main>
    </>
  );
}
