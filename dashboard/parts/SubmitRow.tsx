import type { ReactElement } from 'react';

type SubmitRowProps = {
  readonly label: string;
  /** What assistive technology calls it, where a page has several of the same label. */
  readonly name?: string;
  readonly isDisabled: boolean;
  /** What became of it, as "Saved.", or nothing yet. */
  readonly note: string;
};

/** The end of a form that stays where it is: its button, and what became of it. */
export const SubmitRow = ({ label, name, isDisabled, note }: SubmitRowProps): ReactElement => (
  <div className="actions">
    <button type="submit" disabled={isDisabled} aria-label={name}>
      {label}
    </button>
    <p role="status" className="hint">
      {note}
    </p>
  </div>
);
