import type { ReactElement } from 'react';

type SaveActionsProps = {
  /** Whether somebody else has changed it since it was opened. */
  readonly isOfTwo: boolean;
  /** Whether it waits for the approval of others: then there is nothing more to press. */
  readonly isWaiting: boolean;
  readonly canSave: boolean;
  readonly onSave: () => void;
  /** Goes on with what somebody else has made of it. */
  readonly onDrop: () => void;
  readonly onClose: () => void;
};

/** What can be done at the end of a dialog that saves an edited text. */
export function SaveActions({ isOfTwo, isWaiting, canSave, onSave, onDrop, onClose }: SaveActionsProps): ReactElement {
  return (
    <div className="actions">
      {!isWaiting && (
        <button type="button" className="primary" disabled={!canSave} onClick={onSave}>
          {isOfTwo ? 'Save yours as well' : 'Save changes'}
        </button>
      )}
      {isOfTwo && !isWaiting && (
        <button type="button" onClick={onDrop}>
          Drop yours
        </button>
      )}
      <button type="button" onClick={onClose}>
        {isWaiting ? 'Close' : 'Go on editing'}
      </button>
    </div>
  );
}
