'use client';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { useDeleteSubOrganization } from '../../hooks/organizations.js';
import { useSession } from '../../hooks/useSession.js';
import { callApp } from '../../login/callApp.js';
import { Icon } from '../icons.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { EditorButtons } from './EditorButtons.js';
import { type EditorProps, useAttempt } from './editor.js';

type DeleteAccountProps = EditorProps & {
  isOpen: boolean;
  /** It was opened last: its button is focused when it closes. */
  isLast: boolean;
  onOpen: () => void;
  onDeleted: (() => void) | undefined;
};

/** Deletes the account, after a list of what is lost and a confirmation. */
export function DeleteAccount(props: DeleteAccountProps): ReactElement {
  const { words, isOpen, isLast, onOpen, onCancel, onFreshLogin, onDeleted } = props;
  const { part } = useScreen();
  const { sessions } = useLatchkey();
  const { session } = useSession();
  const remove = useDeleteSubOrganization();
  const [isSure, setIsSure] = useState(false);
  const attempt = useAttempt({ words, onFreshLogin, onDone: () => callApp(onDeleted) });
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSure) return document.getElementById(id)?.focus();
    void attempt.run(async () => {
      await remove.mutateAsync({ deleteWithoutExport: true });
      if (session) await sessions.close((await sessions.current()).active?.publicKey ?? session.publicKey);
    });
  }

  /** Opens unticked each time. */
  function open() {
    setIsSure(false);
    attempt.forgive();
    onOpen();
  }

  if (!isOpen)
    return (
      <div {...part('fact')}>
        <button
          type="button"
          {...part('link')}
          data-look="danger"
          // biome-ignore lint/a11y/noAutofocus: the focus goes back to where the person was
          autoFocus={isLast}
          onClick={open}
        >
          {words.deleteAccount}
        </button>
      </div>
    );
  return (
    <form {...part('editor')} method="dialog" noValidate onSubmit={submit}>
      <h3 {...part('label')}>{words.deleteTitle}</h3>
      <p id={`${id}-warning`} {...part('error')}>
        <Icon name="alert" />
        {words.deleteWarning}
      </p>
      <label {...part('check')} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isSure}
          aria-describedby={`${id}-warning`}
          // biome-ignore lint/a11y/noAutofocus: the person opened it
          autoFocus
          onChange={({ target }) => setIsSure(target.checked)}
        />
        {words.deleteSure}
      </label>
      <EditorButtons
        Note={Problem}
        look="danger"
        label={words.deleteAccount}
        cancel={words.cancel}
        attempt={attempt}
        onCancel={onCancel}
      />
    </form>
  );
}
