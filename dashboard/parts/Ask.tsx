import type { HookError } from 'latchkey';
import type { ReactElement, ReactNode } from 'react';
import { Dialog } from './Dialog.js';
import { Outcome } from './Outcome.js';

type AskProps = {
  readonly title: ReactNode;
  /** What the button says that does it. */
  readonly action: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly isBusy?: boolean;
  readonly error?: HookError | null;
  /** What it means. */
  readonly children?: ReactNode;
};

/** Asks once more before something far-reaching is done. Escape and "Cancel" leave everything as it is. */
export const Ask = ({ title, action, onYes, onNo, isBusy, error = null, children }: AskProps): ReactElement => (
  <Dialog title={title} onClose={onNo}>
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
  </Dialog>
);
