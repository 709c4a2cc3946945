import { useSession, useSessionExpiry } from 'latchkey';
import type { ReactElement } from 'react';
import { Account } from './Account.js';
import { Inbox } from './Inbox.js';
import { LogIn } from './LogIn.js';
import { useMessages } from './messages.js';
import { Wire } from './Wire.js';

/**
 * A small shop, with a login or with the account of the logged-in person. A reload keeps the login.
 *
 * @param props.hasInbox - whether to show the messages and requests of a development service beside it
 */
export function App({ hasInbox }: { readonly hasInbox: boolean }): ReactElement {
  const { status } = useSession();
  const messages = useMessages(hasInbox);
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
      <main className={hasInbox ? 'beside' : undefined}>
        <div className="shop">
          {status === 'loggedOut' && <LogIn />}
          {status === 'loggedIn' && <Account />}
        </div>
        {hasInbox && (
          <div className="panes">
            <Inbox messages={messages} />
            <Wire />
          </div>
        )}
      </main>
    </>
  );
}
