'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from 'react';
import { useUpdateDevicePasskeys } from '../hooks/account.js';
import { useUpdateUserName } from '../hooks/users.js';
import { EditorButtons } from './EditorButtons.js';
import { type EditorProps, useAttempt } from './editor.js';
import { useScreen } from './screen.js';

/** Edits the name. */
export function NameEditor(props: EditorProps & { userId: string; name: string }): ReactElement {
  const { words, userId, name, onCancel } = props;
  const { part } = useScreen();
  const update = useUpdateUserName();
  const updateDevice = useUpdateDevicePasskeys();
  const attempt = useAttempt(props);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const userName = field.current?.value.trim() ?? '';
    if (userName === '') return;
    void attempt.run(async () => {
      await update.mutateAsync({ userId, userName });
      updateDevice.mutate();
    });
  }

  return (
    <form {...part('body')} method="dialog" noValidate onSubmit={submit}>
      <label {...part('label')} htmlFor={id}>
        {words.name}
      </label>
      <input
        ref={field}
        id={id}
        {...part('input')}
        name="name"
        autoComplete="name"
        maxLength={64}
        required
        defaultValue={name}
        readOnly={attempt.isBusy}
      />
      <EditorButtons label={words.save} cancel={words.cancel} attempt={attempt} onCancel={onCancel} />
    </form>
  );
}
