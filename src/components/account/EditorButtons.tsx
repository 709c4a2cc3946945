'use client';
import { type ReactElement, useId } from 'react';
import type { Attempt } from '../attempt.js';
import { MessageLine } from '../MessageLine.js';
import { ProblemNote } from '../ProblemNote.js';
import { useScreen } from '../screenContext.js';

type EditorButtonsProps = {
  label: string;
  cancel: string;
  attempt: Attempt;
  onCancel: () => void;
  /** Whether the attempt was made by another button, which shows that it is under way. */
  isByOther?: boolean | undefined;
  /** `danger` marks what cannot be undone. */
  look?: 'danger' | undefined;
  /** The error's line has its room from the start, as under a code. */
  hasRoom?: boolean;
  /** What says the error. Default: its sentence alone. */
  Note?: (props: { id: string; code: string | undefined; sentence: string }) => ReactElement | null;
};

/** The error, the button that saves a change, and the one that cancels it. */
export function EditorButtons(props: EditorButtonsProps): ReactElement {
  const { label, cancel, attempt, onCancel, look, isByOther, hasRoom = false, Note = ProblemNote } = props;
  const { part } = useScreen();
  const id = useId();
  const { isBusy, problem } = attempt;
  return (
    <>
      <MessageLine isSpeaking={hasRoom || problem !== undefined}>
        {problem && <Note id={id} code={attempt.code} sentence={problem} />}
      </MessageLine>
      <div {...part('actions')}>
        <button type="button" {...part('secondary')} onClick={onCancel}>
          {cancel}
        </button>
        <button
          type="submit"
          {...part('submit')}
          data-look={look}
          data-state={isBusy && !isByOther ? 'busy' : undefined}
          aria-disabled={isBusy}
        >
          {label}
        </button>
      </div>
    </>
  );
}
