'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screen.js';
import type { TransferMessages } from './transferMessages.js';

/** The end of an export: the person has the words on paper. */
export function Kept({ words, onDone }: { words: TransferMessages; onDone: (() => void) | undefined }): ReactElement {
  const { part } = useScreen();
  return (
    <div {...part('body')}>
      <p {...part('lead')} role="status">
        {words.keptLead}
      </p>
      {onDone && (
        <button type="button" {...part('submit')} onClick={onDone}>
          {words.done}
        </button>
      )}
    </div>
  );
}
