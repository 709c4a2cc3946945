'use client';
import type { ReactElement } from 'react';
import { useLoggedInPlaces } from '../hooks/account.js';
import { useDeleteApiKeys } from '../hooks/credentials.js';
import { useLogout } from '../hooks/sessions.js';
import type { AccountMessages } from './accountMessages.js';
import { useOtpScreen } from './screen.js';
import { formatAgo } from './timeText.js';

/** Where the person is logged in; each place but this one can be logged out of. */
export function Places({ words, userId }: { words: AccountMessages; userId: string }): ReactElement {
  const { messages, part, clock } = useOtpScreen();
  const places = useLoggedInPlaces() ?? [];
  const end = useDeleteApiKeys();
  const logout = useLogout();
  return (
    <>
      <h3 {...part('caption')}>{words.placesTitle}</h3>
      <ul {...part('list')}>
        {places.map(({ apiKeyId, isHere, sinceMs }) => {
          const since = words.since(formatAgo(clock() - sinceMs, messages.locale));
          return (
            <li key={apiKeyId} {...part('fact')} data-here={isHere || undefined}>
              <span {...part('who')}>{isHere ? words.here : since}</span>
              {isHere ? (
                <span {...part('lead')}>{since}</span>
              ) : (
                <button
                  type="button"
                  {...part('link')}
                  aria-label={`${words.logOut}: ${since}`}
                  onClick={() => end.mutate({ userId, apiKeyIds: [apiKeyId] })}
                >
                  {words.logOut}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div {...part('fact')}>
        <button type="button" {...part('link')} onClick={() => logout.mutate({ everywhere: true })}>
          {words.logOutEverywhere}
        </button>
      </div>
    </>
  );
}
