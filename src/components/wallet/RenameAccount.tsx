'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from 'react';
import type { WalletAccount } from '../../contract/shapes.js';
import { useUpdateWalletAccountName } from '../../hooks/wallets.js';
import { visible } from '../../reading/visible.js';
import { EditorButtons } from '../account/EditorButtons.js';
import { nameOfAccount } from '../accountNames.js';
import { useOneAttempt } from '../attempt.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';

type RenameAccountProps = { account: WalletAccount; words: WalletMessages; onDone: () => void };

/** Changes an account's name, in the place of its row. */
export function RenameAccount({ account, words, onDone }: RenameAccountProps): ReactElement {
  const { part } = useScreen();
  const { mutateAsync: rename } = useUpdateWalletAccountName();
  const attempt = useOneAttempt({
    ownSentence: (code) => sentences(words).get(code),
    onFailure: ({ name }) => name === 'AbortError',
  });
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = visible(field.current?.value ?? '').trim();
    if (name === account.name) return onDone();
    if (name === '') {
      attempt.refuse('NAME_MISSING');
      return field.current?.focus();
    }
    void attempt.run(async () => {
      await rename({ walletAccountId: account.walletAccountId, name });
      onDone();
    });
  }

  return (
    <form
      {...part('editor')}
      method="dialog"
      noValidate
      onSubmit={submit}
      onInput={attempt.forgive}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onDone();
      }}
    >
      <label {...part('label')} htmlFor={id}>
        {words.accountName}
      </label>
      <input
        ref={field}
        id={id}
        {...part('input')}
        dir="auto"
        autoComplete="off"
        maxLength={64}
        required
        defaultValue={nameOfAccount(account)}
        readOnly={attempt.isBusy}
        aria-invalid={attempt.code === 'NAME_MISSING' || attempt.code === 'NAME_TAKEN' || undefined}
      />
      <EditorButtons Note={Problem} label={words.save} cancel={words.cancel} attempt={attempt} onCancel={onDone} />
    </form>
  );
}

const sentences = ({ nameMissing, nameTaken, othersDecide }: WalletMessages): ReadonlyMap<string, string> =>
  new Map([
    ['NAME_MISSING', nameMissing],
    ['NAME_TAKEN', nameTaken],
    ['ACTIVITY_NEEDS_APPROVAL', othersDecide],
  ]);
