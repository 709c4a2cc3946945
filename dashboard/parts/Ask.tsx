import type { HookError } from 'latchkey';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Outcome } from './Outcome.js';

type AskProps = {
  readonly title: ReactNode;
  /** What the button says that does it. */
  readonly action: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly isBusy: boolean;
  readonly error: HookError | null;
  /** What it means. */
  readonly children: ReactNode;
};

/** Asks once more before something far-reaching is done. Escape and "Cancel" leave everything as it is. */
export function Ask({ title, action, onYes, onNo, isBusy, error, children }: AskProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      // What opened it may be gone, as a deleted row is.
      if (document.activeElement === document.body) document.getElementById('page')?.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.stopPropagation(); // a sheet beneath stays
  };
  return (
    <dialog ref={dialog} className="ask" aria-labelledby={id} onClose={onNo} onKeyDown={onKeyDown}>
      <h2 id={id}>{title}</h2>
      {children}
      <Outcome error={error} />
      <div className="actions">
        <button type="button" onClick={onNo}>
          Cancel
        </button>
        <button type="button" className="danger" disabled={isBusy} onClick={onYes}>
          {action}
        </button>
      </div>
    </dialog>
  );
}
