'use client';
import type { ReactElement, ReactNode } from 'react';
import { useModal } from '../useModal.js';

type ReviewDialogProps = {
  /** The id of what it is called by. */
  readonly labelledBy?: string | undefined;
  /** Escape, too. */
  readonly onClose: () => void;
  /** A browser closed it by itself. Default: `onClose`. */
  readonly onGone?: (() => void) | undefined;
  readonly children: ReactNode;
};

/** The native modal dialog around a card. */
export function ReviewDialog({ labelledBy, onClose, onGone = onClose, children }: ReviewDialogProps): ReactElement {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      data-latchkey-dialog=""
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => dialog.current?.open || onGone()} // a browser may close it by itself; strict mode opens it again
    >
      {children}
    </dialog>
  );
}
