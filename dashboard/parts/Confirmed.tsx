import { type ReactElement, type ReactNode, useState } from 'react';
import { Ask } from './Ask.js';

type ConfirmedProps = {
  /** The name of the button, with what it is about. */
  readonly label: string;
  /** What it does, and to whom, before it is done. */
  readonly question: string;
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
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="danger" aria-label={label} disabled={isPending} onClick={() => setAsking(true)}>
        {children}
      </button>
      {isAsking && (
        <Ask
          title={question}
          action={confirm}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            onConfirm();
          }}
        />
      )}
    </>
  );
}
