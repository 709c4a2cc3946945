'use client';
import type { ReactElement } from 'react';
import { useUpdateAuthenticator } from '../../hooks/authenticators.js';
import type { HookError } from '../../hooks/hookTypes.js';
import type { Passkey } from '../../hooks/passkeysQuery.js';
import { useOtpScreen } from '../screen.js';
import { formatAgo } from '../timeText.js';
import type { EditorProps } from './editor.js';
import { NameEditor } from './NameEditor.js';
import { PasskeyIcon } from './PasskeyIcon.js';

type AccountPasskeyProps = {
  passkey: Passkey;
  userId: string;
  editor: EditorProps;
  /** It is being renamed. */
  isOpen: boolean;
  /** It was renamed last: its button is focused when the editor closes. */
  isLast: boolean;
  /** Another change to the passkeys is under way. */
  isBusy: boolean;
  onOpen: () => void;
  onRemove: () => void;
  /** Called before the editor hears of an error. */
  onFailure: (error: HookError) => Promise<void>;
};

/** A passkey with its actions; while it is renamed, the editor replaces it. */
export function AccountPasskey(props: AccountPasskeyProps): ReactElement {
  const { passkey, userId, editor, isOpen, isLast, isBusy, onOpen, onRemove, onFailure } = props;
  const { authenticatorId, name, model, createdAtMs } = passkey;
  const { words } = editor;
  const { messages, part, clock } = useOtpScreen();
  const update = useUpdateAuthenticator({ onError: onFailure });
  if (isOpen)
    return (
      <li {...part('editor')}>
        <NameEditor
          {...editor}
          label={words.passkeyName}
          name={name}
          rename={(authenticatorName) => update.mutateAsync({ userId, authenticatorId, authenticatorName })}
        />
      </li>
    );
  return (
    <li {...part('fact')}>
      <span {...part('who')}>
        <PasskeyIcon kind={model?.kind} /> <bdi>{name}</bdi>
        <span {...part('lead')}>
          {model && model.name !== name && (
            <>
              <bdi>{model.name}</bdi>
              {' · '}
            </>
          )}
          {words.added(formatAgo(clock() - createdAtMs, messages.locale))}
        </span>
      </span>
      <button
        type="button"
        {...part('link')}
        aria-label={`${words.rename}: ${name}`}
        // biome-ignore lint/a11y/noAutofocus: the focus goes back to where the person was
        autoFocus={isLast}
        onClick={onOpen}
      >
        {words.rename}
      </button>
      <button
        type="button"
        {...part('link')}
        aria-label={`${words.remove}: ${name}`}
        aria-disabled={isBusy}
        onClick={onRemove}
      >
        {words.remove}
      </button>
    </li>
  );
}
