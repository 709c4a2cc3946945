import { type ReactElement, type ReactNode, useId, useRef } from 'react';

type ConfirmedProps = {
  /** The name of the button, with what it is about. */
  readonly label: string;
  /** What it does, and to whom, before it is done. */
  readonly question: ReactNode;
  /** The word on the button that does it. */
  readonly confirm: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  /** What the button shows. Default: the word that confirms. */
  readonly children?: ReactNode;
};

/** A button that asks once more before it does what cannot be taken back. */
export function Confirmed(props: ConfirmedProps): ReactElement {
  const { label, question, confirm, isPending, onConfirm, children = confirm } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="danger"
        aria-label={label}
        disabled={isPending}
        onClick={() => dialog.current?.showModal()}
      >
        {children}
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <p id={id}>{question}</p>
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button
            type="button"
            className="danger"
            onClick={() => {
              dialog.current?.close();
              onConfirm();
            }}
          >
            {confirm}
          </button>
        </div>
      </dialog>
    </>
  );
}
