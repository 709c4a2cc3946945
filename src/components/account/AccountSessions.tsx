'use client';
import { Fragment, type ReactElement, useId } from 'react';
import { type LoggedInPlace, useLoggedInPlaces } from '../../hooks/account.js';
import { useDeleteApiKeys } from '../../hooks/credentials.js';
import { useLogout } from '../../hooks/sessions.js';
import { thisBrowser } from '../../login/thisBrowser.js';
import { visible } from '../../reading/visible.js';
import { ProblemNote } from '../ProblemNote.js';
import { useLoginScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { formatAgo, formatRelative, formatWait } from '../timeText.js';
import { type EditorProps, useAttempt } from './editor.js';
import { useFocusAfter } from './useFocusAfter.js';

/**
 * The person's sessions, each of which can be logged out: what the service knows of each, which is its name, if it has one, and its time.
 * Only this one's browser is known: the service is told of none.
 */
export function AccountSessions(props: Pick<EditorProps, 'words' | 'onFreshLogin'> & { userId: string }): ReactElement {
  const { words, userId } = props;
  const { messages, part, clock } = useLoginScreen();
  const places = (useLoggedInPlaces() ?? []).filter(
    ({ isHere, endsAtMs }) => isHere || endsAtMs === undefined || endsAtMs > clock(),
  );
  const end = useDeleteApiKeys();
  const logout = useLogout();
  const attempt = useAttempt({ ...props, onDone: () => {} });
  const leaving = useAttempt({ ...props, onDone: () => {} });
  const focus = useFocusAfter(places.length);
  const id = useId();
  const browser = thisBrowser();

  function endOne({ apiKeyId, isHere }: LoggedInPlace) {
    if (isHere) return logout.mutate();
    focus.removing();
    void attempt.run(() => end.mutateAsync({ userId, apiKeyIds: [apiKeyId] }));
  }

  function endAll() {
    void leaving.run(async () => {
      const { endedAtService, error } = await logout.mutateAsync({ everywhere: true });
      if (!endedAtService) throw error;
    });
  }

  return (
    <>
      <h3 {...part('caption')}>{words.placesTitle}</h3>
      <ul {...part('list')}>
        {places.map((place) => {
          const since = words.since(formatAgo(clock() - place.sinceMs, messages.locale));
          const ends =
            place.endsAtMs === undefined ? undefined : words.ends(formatEnd(place.endsAtMs - clock(), messages.locale));
          const [title, ...more] = [
            ...(place.isHere ? [words.here, browser && words.browserOn(browser)] : []),
            // In isolates, as it may be from right to left.
            place.name === undefined ? undefined : `\u2068${visible(place.name)}\u2069`,
            since,
            ends,
          ].filter((text) => text !== undefined);
          return (
            <li key={place.apiKeyId} {...part('fact')} data-here={place.isHere || undefined}>
              <span {...part('who')}>
                <span>{title}</span>
                <span {...part('lead')}>
                  {more.map((text, at) => (
                    <Fragment key={text}>
                      {at > 0 && '\u00a0· '}
                      <span>{text}</span>
                    </Fragment>
                  ))}
                </span>
              </span>
              <button
                type="button"
                {...part('link')}
                aria-label={`${words.logOut}: ${title}`}
                aria-disabled={attempt.isBusy || logout.isPending}
                onClick={() => endOne(place)}
              >
                {words.logOut}
              </button>
            </li>
          );
        })}
      </ul>
      {attempt.problem && <Problem id={id} code={attempt.code} sentence={attempt.problem} />}
      {leaving.problem && <ProblemNote id={`${id}-others`} sentence={words.othersStay} />}
      <div {...part('fact')}>
        <button
          ref={focus.place}
          type="button"
          {...part('link')}
          data-error={leaving.code}
          aria-label={leaving.problem && `${words.tryAgain}: ${words.logOutEverywhere}`}
          aria-disabled={logout.isPending}
          onClick={endAll}
        >
          {leaving.problem ? words.tryAgain : words.logOutEverywhere}
        </button>
      </div>
      {leaving.problem && (
        <div {...part('fact')}>
          <button type="button" {...part('link')} onClick={() => logout.mutate()}>
            {words.logOutHere}
          </button>
        </div>
      )}
    </>
  );
}

/** The time until a session ends, in days where there are two or more of them: `in 40 minutes`, `in 7 days`. */
function formatEnd(leftMs: number, locale: string): string {
  return leftMs < 2 * dayMs ? formatWait(leftMs, locale) : formatRelative(locale, Math.round(leftMs / dayMs), 'day');
}

const dayMs = 86_400_000;
