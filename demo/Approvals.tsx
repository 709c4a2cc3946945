import { ApprovalsInbox } from 'latchkey';
import type { ReactElement } from 'react';
import type { Bobs } from './useBob.js';
import type { Words } from './words.js';

/** What waits for the person's vote, and how far Bob is with asking for it. */
export function Approvals({ bob, words }: { readonly bob: Bobs; readonly words: Words }): ReactElement {
  const { state, askAgain } = bob;
  const isBusy = state === 'looking' || state === 'asking';
  return (
    <>
      <ApprovalsInbox />
      <p className="beneath" role="status">
        {state === 'asking' && words.bobAsks}
        {state === 'asked' && words.bobLead}
        {state === 'login is old' && words.logInAgain}
        {state === 'failed' && words.failed}{' '}
        {!isBusy && state !== 'login is old' && (
          <button type="button" className="link" onClick={askAgain}>
            {state === 'asked' ? words.askBobAgain : words.tryAgain}
          </button>
        )}
      </p>
    </>
  );
}
