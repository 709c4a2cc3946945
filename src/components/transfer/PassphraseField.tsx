'use client';
import { type ReactElement, type RefObject, useEffect, useId, useState } from 'react';
import type { TransferMessages } from '../english/transferMessages.js';
import { useScreen } from '../screenContext.js';
import { secretField, unrecorded } from './secretField.js';

type PassphraseFieldProps = {
  words: TransferMessages;
  field: RefObject<HTMLInputElement | null>;
  onInput: () => void;
};

/** Few wallets have a passphrase: the field is shown on demand. */
export function PassphraseField({ words, field, onInput }: PassphraseFieldProps): ReactElement {
  const { part } = useScreen();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen, field]);
  if (!isOpen)
    return (
      <button type="button" {...part('link')} onClick={() => setOpen(true)}>
        {words.addPassphrase}
      </button>
    );
  return (
    <div {...part('field')}>
      <div {...part('caption')}>
        <label {...part('label')} htmlFor={id}>
          {words.passphrase}
        </label>
      </div>
      <input
        ref={field}
        id={id}
        {...unrecorded(part('input'))}
        {...secretField}
        dir="auto"
        aria-describedby={`${id}-hint`}
        onInput={onInput}
      />
      <div id={`${id}-hint`} {...part('message')}>
        {words.passphraseHint}
      </div>
    </div>
  );
}
