'use client';
import { type ComponentProps, type ReactElement, useId } from 'react';
import { useUser } from '../../hooks/users.js';
import { Confirm } from '../account/Confirm.js';
import { useAccountWords } from '../account/useAccountWords.js';
import { sentenceFor } from '../messages.js';
import { ProblemNote } from '../ProblemNote.js';
import { useOtpScreen } from '../screen.js';

/** A fresh login, with the texts of the account panel, once the person's contact is known. */
export function ConfirmInWords(props: Omit<ComponentProps<typeof Confirm>, 'words' | 'user'>): ReactElement {
  const { words } = useAccountWords();
  const { part, messages } = useOtpScreen();
  const { data: user, error, refetch } = useUser();
  const id = useId();
  if (user) return <Confirm words={words} user={user} {...props} />;
  const facts = { method: 'email', by: undefined, wait: undefined, isOffline: navigator.onLine === false } as const;
  return (
    <div {...part('body')}>
      {error ? (
        <>
          <div {...part('message')}>
            <ProblemNote
              id={id}
              sentence={sentenceFor(messages, {
                ...facts,
                code: error.code,
                form: { length: 6, alphanumeric: false },
              })}
            />
          </div>
          <button type="button" {...part('submit')} onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        </>
      ) : (
        <p {...part('lead')} role="status">
          {words.loading}
        </p>
      )}
      <button type="button" {...part('secondary')} onClick={props.onCancel}>
        {words.cancel}
      </button>
    </div>
  );
}
