'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';

type ActivityTitleProps = {
  id?: string;
  text: string;
  /** Of a row that opens: the title is the button. */
  toggle?: {
    readonly isOpen: boolean;
    /** The id of what it opens. */
    readonly controls: string;
    readonly describedBy: string;
    readonly onToggle: () => void;
  };
};

/** The title of an activity: what it does. A shortened address stays on one line. */
export function ActivityTitle({ id, text, toggle }: ActivityTitleProps): ReactElement {
  const { part } = useScreen();
  const pieces = text.split(/(\b\w{6}…\w{4}\b)/).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key
      <span key={at} {...part('address')}>
        {piece}
      </span>
    ),
  );
  return (
    <h3 id={id} {...part('what')}>
      {toggle ? (
        <button
          type="button"
          {...part('toggle')}
          aria-expanded={toggle.isOpen}
          aria-controls={toggle.isOpen ? toggle.controls : undefined}
          aria-describedby={toggle.describedBy}
          onClick={toggle.onToggle}
        >
          {pieces}
        </button>
      ) : (
        pieces
      )}
    </h3>
  );
}
