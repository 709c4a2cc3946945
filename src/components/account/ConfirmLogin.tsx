'use client';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Me } from '../../client/flows/me.js';
import { useConfirmByPasskey, useConfirmLogin } from '../../hooks/account.js';
import { useRequestOtp } from '../../hooks/otp.js';
import { usePasskeySupport, usePasskeys } from '../../hooks/passkeys.js';
import { useLogout } from '../../hooks/sessions.js';
import type { AccountMessages } from '../english/accountMessages.js';
import { useLoginScreen } from '../screenContext.js';
import { useFocusWhileShown } from '../useFocusWhileShown.js';
import { CodeProof, type SentTo } from './CodeProof.js';
import { EditorButtons } from './EditorButtons.js';
import { useAttempt } from './editor.js';

type ConfirmLoginProps = {
  words: AccountMessages;
  user: Me;
  /** Called after the confirmation, to continue. */
  onConfirmed: () => void;
  onCancel: () => void;
};

/** A fresh login, by a code to one of the person's contacts or by a passkey. A person with neither logs out, to log in again. */
export function ConfirmLogin({ words, user, onConfirmed, onCancel }: ConfirmLoginProps): ReactElement {
  const { part, messages } = useLoginScreen();
  const request = useRequestOtp();
  const confirm = useConfirmLogin();
  const byPasskey = useConfirmByPasskey();
  const logout = useLogout();
  const { data: passkeys = [] } = usePasskeys();
  const support = usePasskeySupport();
  const attempt = useAttempt({ words, onDone: () => {} });
  const title = useFocusWhileShown<HTMLHeadingElement>();
  const [sent, setSent] = useState<SentTo>();
  const contact = user.userEmail ?? user.userPhoneNumber;
  const otpType = user.userEmail ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
  const [before, after] = words.confirmLead;
  const other = passkeys.length > 0 ? messages.continueWithPasskey : words.logOut;

  async function goOnByPasskey() {
    await byPasskey.mutateAsync();
    onConfirmed();
  }

  /** For a person without a contact. */
  async function goOn() {
    if (passkeys.length > 0) await goOnByPasskey();
    else await logout.mutateAsync();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (contact === undefined) return void attempt.run(goOn);
    const ask = () => request.mutateAsync({ otpType, contact });
    void attempt.run(async () => setSent({ shown: contact, ask, first: await ask() }));
  }

  return (
    <div {...part('editor')}>
      <h3 ref={title} tabIndex={-1} {...part('label')}>
        {words.confirmTitle}
      </h3>
      {sent ? (
        <CodeProof
          {...{ words, onCancel, sent }}
          title={words.confirmTitle}
          onDone={onConfirmed}
          prove={({ otpIds, otpCode }) => confirm.mutateAsync({ otpIds, otpCode })}
        />
      ) : (
        <form {...part('body')} method="dialog" onSubmit={send}>
          <p {...part('lead')} role="status">
            {contact === undefined ? (
              passkeys.length === 0 && words.confirmByLogin
            ) : (
              <>
                {before}
                <bdi {...part('address')}>{contact}</bdi>
                {after}
              </>
            )}
          </p>
          <EditorButtons
            label={contact === undefined ? other : words.sendCode}
            cancel={words.cancel}
            attempt={attempt}
            onCancel={onCancel}
            isByOther={contact !== undefined && byPasskey.isPending}
          />
          {contact !== undefined && passkeys.length > 0 && support?.use && (
            <button
              type="button"
              {...part('secondary')}
              data-state={byPasskey.isPending ? 'busy' : undefined}
              aria-disabled={attempt.isBusy}
              onClick={() => void attempt.run(goOnByPasskey)}
            >
              {messages.continueWithPasskey}
            </button>
          )}
        </form>
      )}
    </div>
  );
}
