'use client';
import { type ReactElement, useEffect, useId } from 'react';
import type { HookError } from '../../hooks/hookTypes.js';
import { useAddPasskey, usePasskeySupport, usePasskeys, useRemovePasskey } from '../../hooks/passkeys.js';
import type { Passkey } from '../../hooks/passkeysQuery.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import { ProblemNote } from '../ProblemNote.js';
import { useScreen } from '../screen.js';
import { AccountPasskey } from './AccountPasskey.js';
import { type EditorProps, type Open, useAttempt } from './editor.js';
import { useFocusAfter } from './useFocusAfter.js';

type AccountPasskeysProps = {
  userId: string;
  editor: EditorProps;
  /** The editor that is open, and the one that was opened last. */
  open: Open;
  last: Open;
  onOpen: (editor: Open) => void;
  /** For adding and removing, which go on while an editor opens or closes. */
  onFreshLogin: EditorProps['onFreshLogin'];
};

/**
 * The person's passkeys: one can be added from this device, each can be renamed, and any but the last login method can be removed.
 */
export function AccountPasskeys(props: AccountPasskeysProps): ReactElement | null {
  const { userId, editor, open, last, onOpen, onFreshLogin } = props;
  const { words, onCancel } = editor;
  const { part } = useScreen();
  const { data, refetch } = usePasskeys();
  const passkeys = data ?? [];
  const config = useWalletKitConfig();
  const support = usePasskeySupport();
  const add = useAddPasskey();
  const remove = useRemovePasskey({ onError: readAgain });
  const attempt = useAttempt({ words, onFreshLogin, onDone: () => {} });
  const focus = useFocusAfter(passkeys.length);
  const id = useId();
  const canAdd = support?.create === true && config.data?.enabledProviders.includes('passkey') === true;
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
      {attempt.problem && <ProblemNote id={id} sentence={attempt.problem} />}
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

const editorOf = ({ authenticatorId }: Passkey): Open => `passkey:${authenticatorId}`;
