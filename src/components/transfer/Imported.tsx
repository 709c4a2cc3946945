'use client';
import type { ReactElement } from 'react';
import { Address } from '../Address.js';
import { useOtpScreen } from '../screen.js';
import type { TransferMessages } from './transferMessages.js';
import type { ImportedSecret } from './transferProps.js';

type ImportedProps = {
  words: TransferMessages;
  imported: ImportedSecret;
  onDone: ((imported: ImportedSecret) => void) | undefined;
};

/** The imported wallet: its address, and a button to continue. */
export function Imported({ words, imported, onDone }: ImportedProps): ReactElement {
  const { part, messages } = useOtpScreen();
  return (
    <div {...part('body')}>
      <p {...part('lead')} role="status">
        {words.importedLead}
      </p>
      {imported.address !== undefined && <Address address={imported.address} words={messages} />}
      {onDone && (
        <button type="button" {...part('submit')} onClick={() => onDone(imported)}>
          {words.done}
        </button>
      )}
    </div>
  );
}
