'use client';
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { useUpdateDevicePasskeys } from '../../hooks/account.js';
import { useLatchkey } from '../../hooks/context.js';
import { useUpdateUserName, useUser } from '../../hooks/users.js';
import { Icon } from '../icons.js';
import { useWords } from '../loginWords.js';
import { LoginScreenContext, ScreenContext } from '../screenContext.js';
import { themeOf } from '../theme.js';
import { useTelling } from '../useTelling.js';
import { AccountAddresses } from './AccountAddresses.js';
import { AccountPasskeys } from './AccountPasskeys.js';
import { AccountProviders } from './AccountProviders.js';
import { AccountRow } from './AccountRow.js';
import { AccountSessions } from './AccountSessions.js';
import type { AccountPanelProps } from './accountPanelProps.js';
import { useAccountWords } from './accountWords.js';
import { ConfirmLogin } from './ConfirmLogin.js';
import { ContactEditor } from './ContactEditor.js';
import { DeleteAccount } from './DeleteAccount.js';
import type { OpenEditor } from './editor.js';
import { initials } from './initials.js';
import { NameEditor } from './NameEditor.js';
import { useSections } from './useSections.js';

/** {@link AccountPanel}, once loaded. */
export function Account({ messages, classNames, elevation, onBack, onDeleted }: AccountPanelProps): ReactElement {
  const { words: common } = useWords(undefined);
  const { words: ours, dir, areLoading } = useAccountWords();
  const words = { ...ours, ...messages };
  const clock = useLatchkey().clock.now; // sessions, passkeys and providers have times of the service
  const user = useUser();
  useTelling(user.data ? undefined : user.error);
  const { areKnown, canAddPasskey, haveAddresses } = useSections();
  const update = useUpdateUserName();
  const updateDevice = useUpdateDevicePasskeys();
  const [open, setOpen] = useState<OpenEditor>();
  const [saved, setSaved] = useState(false);
  /** The change that waits for a fresh login. A login that comes after it was cancelled continues nothing. */
  const waiting = useRef<() => void>(undefined);
  /** How often an editor was opened or closed. */
  const moves = useRef(0);
  const [isConfirming, setConfirming] = useState(false);
  /** The editor that was opened last: its button is focused when the editor closes. */
  const [last, setLast] = useState<OpenEditor>();
  const id = useId();
  const screen = { ...themeOf(classNames), messages: common, clock, isBusy: false };
  const { part } = screen;

  function start(next: OpenEditor) {
    moves.current += 1;
    setSaved(false);
    setLast(next);
    setOpen(next);
  }

  function wait(goOn: (() => void) | undefined) {
    waiting.current = goOn;
    setConfirming(goOn !== undefined);
  }

  function cancel() {
    moves.current += 1;
    setOpen(undefined);
    wait(undefined);
  }

  function done() {
    cancel();
    setSaved(true);
  }

  /** Another listener would close the dialog that the panel may be in. */
  function closeByEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || (open === undefined && !isConfirming)) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  }

  async function rename(name: string) {
    await update.mutateAsync({ userId, userName: name });
    updateDevice.mutate();
  }

  function confirmed() {
    const goOn = waiting.current;
    wait(undefined);
    goOn?.();
  }

  /** The result of a change that was cancelled closes no other editor, and asks for no login. */
  const unlessMoved = <Given extends unknown[]>(act: (...given: Given) => void) => {
    const before = moves.current;
    return (...given: Given) => {
      if (moves.current === before) act(...given);
    };
  };
  const editor = { words, onDone: unlessMoved(done), onCancel: cancel, onFreshLogin: unlessMoved(wait) };
  const { userId = '', userName = '', userEmail, userPhoneNumber, verifiedContacts = [] } = user.data ?? {};
  /** Who signed up without a name is called as their contact is, which has a row of its own. */
  const isNamed = ![userEmail, userPhoneNumber].some((each) => each?.toLowerCase() === userName.toLowerCase());
  const letters = initials(userName, common.locale);
  const contact = (kind: 'email' | 'phone', value: string | undefined) => (
    <AccountRow
      label={words[kind]}
      value={value}
      verified={verifiedContacts.includes(kind === 'email' ? 'EMAIL' : 'PHONE_NUMBER') ? words.verified : undefined}
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
      <LoginScreenContext.Provider value={screen}>
        <section
          data-latchkey="account"
          data-state={user.data ? 'ready' : user.error ? 'failed' : 'loading'}
          data-elevation={elevation}
          data-words={areLoading ? 'to come' : undefined}
          lang={common.locale}
          dir={dir}
          className={classNames?.root}
          aria-labelledby={id}
          onKeyDown={closeByEscape}
        >
          {onBack && (
            <button
              type="button"
              {...part('back')}
              aria-label={common.back}
              // biome-ignore lint/a11y/noAutofocus: the person came here by a button that is gone
              autoFocus
              onClick={onBack}
            >
              <Icon name="back" />
            </button>
          )}
          <div {...part('header')}>
            {letters !== '' && (
              <span {...part('avatar')} aria-hidden="true">
                {letters}
              </span>
            )}
            <h2 id={id} {...part('title')}>
              {words.title}
            </h2>
            <p {...part('unseen')} role="status">
              {saved && words.saved}
              {(user.isPending || (user.data && !areKnown)) && words.loading}
            </p>
          </div>
          {user.error && !user.data && (
            <button type="button" {...part('secondary')} onClick={() => void user.refetch()}>
              {words.tryAgain}
            </button>
          )}
          {user.data && isConfirming && (
            <ConfirmLogin words={words} user={user.data} onConfirmed={confirmed} onCancel={cancel} />
          )}
          {user.data && (
            // Typed text is kept while the person confirms their identity.
            <div {...part('rows')} hidden={isConfirming}>
              <AccountRow
                label={words.name}
                value={isNamed ? userName : undefined}
                none={words.notAdded}
                action={isNamed ? words.edit : words.add}
                isOpen={open === 'name'}
                isLast={last === 'name'}
                onOpen={() => start('name')}
              >
                <NameEditor
                  {...editor}
                  label={words.name}
                  name={isNamed ? userName : ''}
                  autoComplete="name"
                  rename={rename}
                />
              </AccountRow>
              {contact('email', userEmail)}
              {contact('phone', userPhoneNumber)}
              {areKnown && (
                <>
                  <AccountPasskeys
                    {...{ userId, editor, open, last }}
                    canAdd={canAddPasskey}
                    onOpen={start}
                    onFreshLogin={wait}
                  />
                  <AccountProviders words={words} onFreshLogin={wait} userId={userId} />
                  {haveAddresses && <AccountAddresses words={words} />}
                  <AccountSessions words={words} onFreshLogin={wait} userId={userId} />
                  <DeleteAccount
                    {...editor}
                    isOpen={open === 'delete'}
                    isLast={last === 'delete'}
                    onOpen={() => start('delete')}
                    onDeleted={onDeleted}
                  />
                </>
              )}
            </div>
          )}
        </section>
      </LoginScreenContext.Provider>
    </ScreenContext.Provider>
  );
}
