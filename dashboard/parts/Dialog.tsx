import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  readonly title: ReactNode;
  /** Called by Escape; the buttons are the caller's. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Asks once more, before all else. It is open while it is rendered; the focus returns to where it was. */
export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => {
      current?.close(); // while it is in the document: then the browser restores the focus
      // What opened it may be gone, as a deleted row is.
      if (document.activeElement === document.body) document.getElementById('page')?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="asked"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()} // Escape is the dialog's, not the sheet's
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
