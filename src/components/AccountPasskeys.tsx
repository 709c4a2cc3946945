'use client';
import { type ReactElement, useId } from 'react';
import { useAddPasskey, usePasskeySupport, usePasskeys, useRemovePasskey } from '../hooks/passkeys.js';
import { useWalletKitConfig } from '../hooks/proxy.js';
import { type EditorProps, useAttempt } from './editor.js';
import { PasskeyIcon } from './PasskeyIcon.js';
import { ProblemNote } from './ProblemNote.js';
import { useOtpScreen } from './screen.js';
import { formatAgo } from './timeText.js';
import { useFocusAfter } from './useFocusAfter.js';

/** The person's passkeys: one can be added from this device, and any but the last login method can be removed. */
export function AccountPasskeys(props: Pick<EditorProps, 'words' | 'onFreshLogin'>): ReactElement | null {
  const { words } = props;
  const { messages, part, clock } = useOtpScreen();
  const { data: passkeys = [] } = usePasskeys();
  const config = useWalletKitConfig();
  const support = usePasskeySupport();
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const attempt = useAttempt({ ...props, onDone: () => {} });
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
          {passkeys.map(({ authenticatorId, name, model, createdAtMs }) => (
            <li key={authenticatorId} {...part('fact')}>
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
                aria-label={`${words.remove}: ${name}`}
                aria-disabled={attempt.isBusy}
                onClick={() => removeOne(authenticatorId)}
              >
                {words.remove}
              </button>
            </li>
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
