'use client';
import { type ReactElement, useId, useRef, useState } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { useUser } from '../hooks/users.js';
import { AccountPasskeys } from './AccountPasskeys.js';
import { AccountProviders } from './AccountProviders.js';
import { AccountRow } from './AccountRow.js';
import type { AccountMessageChanges } from './accountMessages.js';
import { Confirm } from './Confirm.js';
import { ContactEditor } from './ContactEditor.js';
import { DeleteAccount } from './DeleteAccount.js';
import { NameEditor } from './NameEditor.js';
import { Places } from './Places.js';
import { OtpScreenContext, ScreenContext } from './screen.js';
import { type Part, themeOf } from './theme.js';
import { useAccountWords } from './useAccountWords.js';
import { useWords } from './useWords.js';

export type AccountPanelProps = {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: AccountMessageChanges | undefined;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
  /** Called when the account and all its data were deleted. */
  onDeleted?: (() => void) | undefined;
};

/** The editor that is open. */
type Open = 'name' | 'email' | 'phone' | 'delete' | undefined;

/**
 * Shows and edits the logged-in person's account: name, e-mail and phone (each proved before it replaces the old one), passkeys and
 * providers, sessions, and the account's deletion. Changes that require a fresh login ask for a code or a passkey first, and then
 * continue. It needs `latchkey/account.css` beside `latchkey/styles.css`.
 *
 * @example <LoggedIn><AccountPanel /></LoggedIn>
 */
export function AccountPanel({ messages, classNames, elevation, onDeleted }: AccountPanelProps): ReactElement {
  const { words: common } = useWords(undefined);
  const { words: ours, dir, areToCome } = useAccountWords();
  const words = { ...ours, ...messages };
  const clock = useLatchkey().clock.onDevice;
  const user = useUser();
  const [open, setOpen] = useState<Open>();
  const [saved, setSaved] = useState(false);
  /** The change that waits for a fresh login. A login that comes after it was cancelled continues nothing. */
  const waiting = useRef<() => void>(undefined);
  const [isConfirming, setConfirming] = useState(false);
  /** The editor that was opened last: its button is focused when the editor closes. */
  const [last, setLast] = useState<Open>();
  const id = useId();
  const screen = { ...themeOf(classNames), messages: common, clock, isBusy: false };
  const { part } = screen;

  function start(next: Open) {
    setSaved(false);
    setLast(next);
    setOpen(next);
  }

  function wait(goOn: (() => void) | undefined) {
    waiting.current = goOn;
    setConfirming(goOn !== undefined);
  }

  function cancel() {
    setOpen(undefined);
    wait(undefined);
  }

  function done() {
    cancel();
    setSaved(true);
  }

  function confirmed() {
    const goOn = waiting.current;
    wait(undefined);
    goOn?.();
  }

  const editor = { words, onDone: done, onCancel: cancel, onFreshLogin: wait };
  const { userName = '', userEmail, userPhoneNumber } = user.data ?? {};
  const contact = (kind: 'email' | 'phone', value: string | undefined) => (
    <AccountRow
      label={words[kind]}
      value={value}
      none={words.notAdded}
      action={value === undefined ? words.add : words.change}
      isOpen={open === kind}
      isLast={last === kind}
      onOpen={() => start(kind)}
    >
      <ContactEditor {...editor} channel={kind === 'email' ? 'email' : 'sms'} />
    </AccountRow>
  );
  return (
    <ScreenContext.Provider value={screen}>
      <OtpScreenContext.Provider value={screen}>
        <section
          data-latchkey="account"
          data-state={user.data ? 'ready' : user.error ? 'failed' : 'loading'}
          data-elevation={elevation}
          data-words={areToCome ? 'to come' : undefined}
          lang={common.locale}
          dir={dir}
          className={classNames?.root}
          aria-labelledby={id}
        >
          <div {...part('header')}>
            <h2 id={id} {...part('title')}>
              {words.title}
            </h2>
            <p {...part('unseen')} role="status">
              {saved && words.saved}
              {user.isPending && words.loading}
            </p>
          </div>
          {user.error && !user.data && (
            <button type="button" {...part('secondary')} onClick={() => void user.refetch()}>
              {words.tryAgain}
            </button>
          )}
          {user.data && isConfirming && (
            <Confirm words={words} user={user.data} onConfirmed={confirmed} onCancel={cancel} />
          )}
          {user.data && (
            // Typed text is kept while the person confirms their identity.
            <div {...part('rows')} hidden={isConfirming}>
              <AccountRow
                label={words.name}
                value={userName}
                none={words.notAdded}
                action={words.edit}
                isOpen={open === 'name'}
                isLast={last === 'name'}
                onOpen={() => start('name')}
              >
                <NameEditor {...editor} userId={user.data.userId} name={userName} />
              </AccountRow>
              {contact('email', userEmail)}
              {contact('phone', userPhoneNumber)}
              <AccountPasskeys words={words} onFreshLogin={wait} />
              <AccountProviders words={words} onFreshLogin={wait} userId={user.data.userId} />
              <Places words={words} onFreshLogin={wait} userId={user.data.userId} />
              <DeleteAccount
                {...editor}
                isOpen={open === 'delete'}
                isLast={last === 'delete'}
                onOpen={() => start('delete')}
                onDeleted={onDeleted}
              />
            </div>
          )}
        </section>
      </OtpScreenContext.Provider>
    </ScreenContext.Provider>
  );
}
