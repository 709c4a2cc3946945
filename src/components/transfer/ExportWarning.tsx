'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react';
import type { TransferMessages } from '../english/transferMessages.js';
import { Icon } from '../icons.js';
import { useScreen } from '../screenContext.js';
import { SubmitAttempt, useTransferAttempt } from './transferAttempt.js';

type ExportWarningProps = {
  words: TransferMessages;
  isPhrase: boolean;
  /** The last attempt's error, at a later step. */
  code: string | undefined;
  onContinue: () => Promise<void>;
  onCancel: (() => void) | undefined;
};

/** Warns what a stolen secret allows, and has the person confirm that nobody is watching. */
export function ExportWarning({ words, isPhrase, code, onContinue, onCancel }: ExportWarningProps): ReactElement {
  const { part } = useScreen();
  const [isPrivate, setPrivate] = useState(false);
  const attempt = useTransferAttempt(words, () => false);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (code !== undefined) attempt.refuse(code);
  }, [code]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPrivate) return document.getElementById(id)?.focus();
    void attempt.run(onContinue);
  }

  return (
    <form {...part('body')} method="dialog" noValidate onSubmit={submit}>
      <p {...part('warning')}>
        <Icon name="alert" />
        <span>{isPhrase ? words.exportWarning : words.exportKeyWarning}</span>
      </p>
      <label {...part('check')} htmlFor={id}>
        <input id={id} type="checkbox" checked={isPrivate} onChange={({ target }) => setPrivate(target.checked)} />
        {words.isPrivate}
      </label>
      <SubmitAttempt id={`${id}-problem`} attempt={attempt} label={words.continue} />
      {onCancel && (
        <button type="button" {...part('secondary')} onClick={onCancel}>
          {words.cancel}
        </button>
      )}
    </form>
  );
}
