'use client';
import { type ReactElement, useId } from 'react';
import { useLoggedInPlaces } from '../hooks/account.js';
import { useDeleteApiKeys } from '../hooks/credentials.js';
import { useLogout } from '../hooks/sessions.js';
import type { AccountMessages } from './accountMessages.js';
import { browserNames } from './browserNames.js';
import { type EditorProps, useAttempt } from './editor.js';
import { ProblemNote } from './ProblemNote.js';
import { useOtpScreen } from './screen.js';
import { formatAgo } from './timeText.js';
import { useFocusAfter } from './useFocusAfter.js';

/** The person's sessions; each but this one can be logged out. */
export function Places(props: Pick<EditorProps, 'words' | 'onFreshLogin'> & { userId: string }): ReactElement {
  const { words, userId } = props;
  const { messages, part, clock } = useOtpScreen();
  const places = useLoggedInPlaces() ?? [];
  const end = useDeleteApiKeys();
  const logout = useLogout();
  const attempt = useAttempt({ ...props, onDone: () => {} });
  const focus = useFocusAfter(places.length);
  const id = useId();

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
              <span {...part('who')}>{isHere ? <Here words={words} /> : since}</span>
              {isHere ? (
                <span {...part('lead')}>{since}</span>
              ) : (
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

/** This device and its browser. Other sessions have no such name, since the service is told none. */
function Here({ words }: { words: AccountMessages }): ReactElement {
  const names = browserNames(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <>
      {names && (
        <>
          <span>{words.browserOn(names)}</span>
          {'\u00a0· '}
        </>
      )}
      <span>{words.here}</span>
    </>
  );
}
