'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from 'react';
import { visible } from '../../reading/visible.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { EditorButtons } from './EditorButtons.js';
import { type EditorProps, useAttempt } from './editor.js';

type NameEditorProps = EditorProps & {
  label: string;
  /** The present name. */
  name: string;
  /** What the browser may fill in. Default: nothing. */
  autoComplete?: 'name';
  rename: (name: string) => Promise<unknown>;
};

/** Edits a name. */
export function NameEditor(props: NameEditorProps): ReactElement {
  const { words, label, name, autoComplete = 'off', rename, onCancel } = props;
  const { part } = useScreen();
  const attempt = useAttempt(props);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = visible(field.current?.value ?? '').trim();
    if (typed === name) return onCancel();
    if (typed === '') {
      attempt.refuse('NAME_MISSING');
      return field.current?.focus();
    }
    void attempt.run(() => rename(typed));
  }

  return (
    <form {...part('body')} method="dialog" noValidate onSubmit={submit} onInput={attempt.forgive}>
      <label {...part('label')} htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        {...part('input')}
        name="name"
        dir="auto"
        autoComplete={autoComplete}
        maxLength={64}
        required
        defaultValue={name}
        readOnly={attempt.isBusy}
        aria-invalid={attempt.code === 'NAME_MISSING' || undefined}
      />
      <EditorButtons Note={Problem} label={words.save} cancel={words.cancel} attempt={attempt} onCancel={onCancel} />
    </form>
  );
}
