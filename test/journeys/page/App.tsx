import { useSession, useSessionExpiry } from 'latchkey';
import type { ReactElement } from 'react';
import { Account } from './Account.js';
import { LogIn } from './LogIn.js';

/** A plain page with a login, or with the account of the logged-in person: what journeys through single screens begin at. */
export function App(): ReactElement {
  const { status } = useSession();
  const { isEnding, hasEnded } = useSessionExpiry();
  return (
    <>
      <header>
        <h1>Acme</h1>
        <nav aria-label="Demo">
          <a href="/widget.html">Without React</a>
          <a href="/dev/inbox" target="_blank" rel="noreferrer">
            Development inbox
          </a>
        </nav>
      </header>
      <p role="status">
        {isEnding && 'You’ll be logged out in a minute.'}
        {hasEnded && 'You’ve been logged out. Log in again.'}
      </p>
      <main>
        <div className="shop">
          {status === 'loggedOut' && <LogIn />}
          {status === 'loggedIn' && <Account />}
        </div>
      </main>
    </>
  );
}
