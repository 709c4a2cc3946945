'use client';
import { type ComponentProps, type ReactElement, useId } from 'react';
import { useUser } from '../../hooks/users.js';
import { useAccountWords } from '../account/accountWords.js';
import { ConfirmLogin } from '../account/ConfirmLogin.js';
import { sentenceFor } from '../messages.js';
import { ProblemNote } from '../ProblemNote.js';
import { useLoginScreen } from '../screenContext.js';

/** A fresh login, with the texts of the account panel, once the person's contact is known. */
export function ConfirmLoginStep(props: Omit<ComponentProps<typeof ConfirmLogin>, 'words' | 'user'>): ReactElement {
  const { words } = useAccountWords();
  const { part, messages } = useLoginScreen();
  const { data: user, error, refetch } = useUser();
  const id = useId();
  if (user) return <ConfirmLogin words={words} user={user} {...props} />;
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
