'use client';
import { type ReactElement, useId } from 'react';
import { useAddPasskey, usePasskeySupport, usePasskeys, useRemovePasskey } from '../hooks/passkeys.js';
import { useWalletKitConfig } from '../hooks/proxy.js';
import { AccountPasskey } from './AccountPasskey.js';
import { type EditorProps, useAttempt } from './editor.js';
import { ProblemNote } from './ProblemNote.js';
import { useScreen } from './screen.js';
import { useFocusAfter } from './useFocusAfter.js';

type AccountPasskeysProps = {
  userId: string;
  editor: EditorProps;
  /** The editor that is open, and the one that was opened last: of a passkey, its id. */
  open: string | undefined;
  last: string | undefined;
  onOpen: (authenticatorId: string) => void;
};

/**
 * The person's passkeys: one can be added from this device, each can be renamed, and any but the last login method can be removed.
 */
export function AccountPasskeys({ userId, editor, open, last, onOpen }: AccountPasskeysProps): ReactElement | null {
  const { words, onFreshLogin } = editor;
  const { part } = useScreen();
  const { data: passkeys = [] } = usePasskeys();
  const config = useWalletKitConfig();
  const support = usePasskeySupport();
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const attempt = useAttempt({ words, onFreshLogin, onDone: () => {} });
  const focus = useFocusAfter(passkeys.length);
  const id = useId();
  const canAdd = support?.create === true && config.data?.enabledProviders.includes('passkey') === true;
  if (passkeys.length === 0 && !canAdd) return null;

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
              isOpen={open === passkey.authenticatorId}
              isLast={last === passkey.authenticatorId}
              isBusy={attempt.isBusy}
              onOpen={() => onOpen(passkey.authenticatorId)}
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
