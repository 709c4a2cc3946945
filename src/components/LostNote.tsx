'use client';
import type { ReactElement } from 'react';
import type { LatchkeyError } from '../errors.js';
import type { LoginMessages } from './loginMessages.js';
import { sentenceFor } from './messages.js';
import { ProblemNote } from './ProblemNote.js';
import { useScreen } from './screenContext.js';
import { useTelling } from './useTelling.js';

type LostNoteProps = { id: string; lost: LatchkeyError; words: LoginMessages };

/** Says that a part of a screen did not load, with a button that reloads the page. */
export function LostNote({ id, lost, words }: LostNoteProps): ReactElement {
  const { part } = useScreen();
  useTelling(lost);
  const isOffline = navigator.onLine === false;
  const facts = { code: lost.code, method: 'email', by: undefined, wait: undefined, isOffline } as const;
  const sentence = sentenceFor(words, { ...facts, form: { length: 6, alphanumeric: false } });
  return (
    <>
      <div {...part('message')}>
        <ProblemNote id={id} sentence={sentence} />
      </div>
      <button type="button" {...part('submit')} onClick={() => location.reload()}>
        {words.reload}
      </button>
    </>
  );
}
