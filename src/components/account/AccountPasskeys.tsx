'use client';
import { type ReactElement, useEffect, useId } from 'react';
import type { PasskeyModel } from '../../client/passkeys/models.js';
import { useUpdateAuthenticator } from '../../hooks/authenticators.js';
import type { HookError } from '../../hooks/hookTypes.js';
import { useAddPasskey, usePasskeys, useRemovePasskey } from '../../hooks/passkeys.js';
import type { Passkey } from '../../hooks/passkeysQuery.js';
import { Icon } from '../icons.js';
import { useLoginScreen, useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { formatAgo } from '../timeText.js';
import { type EditorProps, type OpenEditor, useAttempt } from './editor.js';
import { NameEditor } from './NameEditor.js';
import { useFocusAfter } from './useFocusAfter.js';

type AccountPasskeysProps = {
  userId: string;
  editor: EditorProps;
  /** Whether one can be added here. */
  canAdd: boolean;
  /** The editor that is open, and the one that was opened last. */
  open: OpenEditor;
  last: OpenEditor;
  onOpen: (editor: OpenEditor) => void;
  /** For adding and removing, which go on while an editor opens or closes. */
  onFreshLogin: EditorProps['onFreshLogin'];
};

/**
 * The person's passkeys: one can be added from this device, each can be renamed, and any but the last login method can be removed.
 */
export function AccountPasskeys(props: AccountPasskeysProps): ReactElement | null {
  const { userId, editor, canAdd, open, last, onOpen, onFreshLogin } = props;
  const { words, onCancel } = editor;
  const { part } = useScreen();
  const { data, refetch } = usePasskeys();
  const passkeys = data ?? [];
  const add = useAddPasskey();
  const remove = useRemovePasskey({ onError: readAgain });
  const attempt = useAttempt({ words, onFreshLogin, onDone: () => {} });
  const focus = useFocusAfter(passkeys.length);
  const id = useId();
  const isGone =
    data !== undefined && open?.startsWith('passkey:') && !data.some((passkey) => editorOf(passkey) === open);
  useEffect(() => {
    if (!isGone) return;
    onCancel();
    if (document.activeElement === document.body) focus.place.current?.focus();
  });
  if (passkeys.length === 0 && !canAdd) return null;

  /** A passkey that was removed elsewhere leaves the list. */
  async function readAgain({ code }: HookError) {
    if (code === 'AUTHENTICATOR_NOT_FOUND') await refetch();
  }

  function removeOne(authenticatorId: string) {
    focus.removing();
    void attempt.run(() => remove.mutateAsync({ authenticatorId }));
  }

  return (
    <>
      <h3 {...part('caption')}>{words.passkeys}</h3>
      {passkeys.length > 0 && (
        <ul {...part('list')}>
          {passkeys.map((passkey) => (
            <AccountPasskey
              key={passkey.authenticatorId}
              {...{ passkey, userId, editor }}
              isOpen={open === editorOf(passkey)}
              isLast={last === editorOf(passkey)}
              isBusy={attempt.isBusy}
              onOpen={() => onOpen(editorOf(passkey))}
              onFailure={readAgain}
              onRemove={() => removeOne(passkey.authenticatorId)}
            />
          ))}
        </ul>
      )}
      {attempt.problem && <Problem id={id} code={attempt.code} sentence={attempt.problem} />}
      {canAdd && (
        <div {...part('fact')}>
          <button
            ref={focus.place}
            type="button"
            {...part('link')}
            aria-disabled={attempt.isBusy}
            onClick={() => void attempt.run(() => add.mutateAsync())}
          >
            {words.addPasskey}
          </button>
        </div>
      )}
    </>
  );
}

const editorOf = ({ authenticatorId }: Passkey): OpenEditor => `passkey:${authenticatorId}`;

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
function AccountPasskey(props: AccountPasskeyProps): ReactElement {
  const { passkey, userId, editor, isOpen, isLast, isBusy, onOpen, onRemove, onFailure } = props;
  const { authenticatorId, name, model, createdAtMs } = passkey;
  const { words } = editor;
  const { messages, part, clock } = useLoginScreen();
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
              {'\u00a0· '}
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

/** Where a passkey is kept: synced (or not known), on one device, or on a security key. */
function PasskeyIcon({ kind }: { kind: PasskeyModel['kind'] | undefined }): ReactElement {
  const { part } = useScreen();
  if (kind !== 'device' && kind !== 'key') return <Icon name="passkey" />;
  return (
    <svg {...part('icon')} data-kind={kind} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  );
}

const paths = {
  device: 'M6.5 2.5h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM9 14.5h2',
  key: 'M7.5 2.5h5v4h-5zm-1.5 4h8v9.5a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 6 16zm4 3.5v3',
};
