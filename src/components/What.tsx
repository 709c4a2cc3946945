'use client';
import type { ReactElement } from 'react';
import { useScreen } from './screen.js';

/** The title of an activity: what it does. A shortened address stays on one line. */
export function What({ id, text }: { id?: string; text: string }): ReactElement {
  const { part } = useScreen();
  return (
    <h3 id={id} {...part('what')}>
      {text.split(/(\b\w{6}…\w{4}\b)/).map((piece, at) =>
        at % 2 === 0 ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key
          <span key={at} {...part('address')}>
            {piece}
          </span>
        ),
      )}
    </h3>
  );
}
