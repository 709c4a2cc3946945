'use client';
import { type ReactElement, useId } from 'react';
import { useLoggedInPlaces } from '../hooks/account.js';
import { useDeleteApiKeys } from '../hooks/credentials.js';
import { useLogout } from '../hooks/sessions.js';
import { thisBrowser } from '../login/thisBrowser.js';
import { type EditorProps, useAttempt } from './editor.js';
import { ProblemNote } from './ProblemNote.js';
import { useOtpScreen } from './screen.js';
import { formatAgo } from './timeText.js';
import { useFocusAfter } from './useFocusAfter.js';

/** The person's sessions; each but this one can be logged out. Only this one's browser is known: the service is told of none. */
export function Places(props: Pick<EditorProps, 'words' | 'onFreshLogin'> & { userId: string }): ReactElement {
  const { words, userId } = props;
  const { messages, part, clock } = useOtpScreen();
  const places = useLoggedInPlaces() ?? [];
  const end = useDeleteApiKeys();
  const logout = useLogout();
  const attempt = useAttempt({ ...props, onDone: () => {} });
  const focus = useFocusAfter(places.length);
  const id = useId();
  const browser = thisBrowser();

  function endOne(apiKeyId: string) {
    focus.removing();
    void attempt.run(() => end.mutateAsync({ userId, apiKeyIds: [apiKeyId] }));
  }

  return (
    <>
      <h3 {...part('caption')}>{words.placesTitle}</h3>
      <ul {...part('list')}>
        {places.map(({ apiKeyId, isHere, sinceMs }) => {
          const since = words.since(formatAgo(clock() - sinceMs, messages.locale));
          return (
            <li key={apiKeyId} {...part('fact')} data-here={isHere || undefined}>
              <span {...part('who')}>
                <span>{isHere ? words.here : since}</span>
                {isHere && (
                  <span {...part('lead')}>
                    {browser && (
                      <>
                        <span>{words.browserOn(browser)}</span>
                        {'\u00a0· '}
                      </>
                    )}
                    {since}
                  </span>
                )}
              </span>
              {!isHere && (
                <button
                  type="button"
                  {...part('link')}
                  aria-label={`${words.logOut}: ${since}`}
                  aria-disabled={attempt.isBusy}
                  onClick={() => endOne(apiKeyId)}
                >
                  {words.logOut}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {attempt.problem && <ProblemNote id={id} sentence={attempt.problem} />}
      <div {...part('fact')}>
        <button ref={focus.place} type="button" {...part('link')} onClick={() => logout.mutate({ everywhere: true })}>
          {words.logOutEverywhere}
        </button>
      </div>
    </>
  );
}
