'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';
import { unbroken } from '../unbroken.js';

type ActivityTitleProps = {
  text: string;
  /** Of a row that opens a dialog: the title is the button. */
  opener?: { readonly describedBy: string; readonly onOpen: () => void };
};

/** The title of an activity: what it does. A shortened address stays on one line. */
export function ActivityTitle({ text, opener }: ActivityTitleProps): ReactElement {
  const { part } = useScreen();
  const pieces = unbroken(text, part('address'));
  return (
    <h3 {...part('what')}>
      {opener ? (
        <button
          type="button"
          {...part('toggle')}
          aria-haspopup="dialog"
          aria-describedby={opener.describedBy}
          onClick={opener.onOpen}
        >
          {pieces}
        </button>
      ) : (
        pieces
      )}
    </h3>
  );
}
