import { OtpScreen, useSession, useSessionExpiry } from 'latchkey';
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
        <a href="/dev/inbox" target="_blank" rel="noreferrer">
          Development inbox
        </a>
      </header>
      <p role="status">
        {isEnding && 'You will be logged out within a minute.'}
        {hasEnded && 'Your session has ended. Please log in again.'}
      </p>
      <main>
        {status === 'loggedOut' && <OtpScreen autoFocus />}
        {status === 'loggedIn' && <Account />}
      </main>
    </>
  );
}
