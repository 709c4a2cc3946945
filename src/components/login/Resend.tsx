'use client';
import type { ReactElement, RefObject } from 'react';
import type { LoginAtCode } from '../../login/loginState.js';
import { useOtpScreen } from '../screen.js';
import { formatCountdown } from '../timeText.js';
import { useSecondsLeft } from '../useSecondsLeft.js';

type ResendProps = {
  login: LoginAtCode;
  /** The only action, or one beside others. */
  as: 'submit' | 'link';
  button: RefObject<HTMLButtonElement | null>;
};

/** Requests another code, once allowed; until then the time is shown beside the button, and is not part of its name. */
export function Resend({ login, as, button }: ResendProps): ReactElement {
  const { messages, part, isBusy } = useOtpScreen();
  const seconds = useSecondsLeft(login.resendAtMs);
  const isWaiting = isBusy || seconds > 0;
  const busyOrWaiting = isBusy ? 'busy' : 'waiting';
  const drawn = (
    <button
      ref={button}
      type="button"
      {...part(as)}
      data-state={isWaiting ? busyOrWaiting : undefined}
      aria-disabled={isWaiting}
      onClick={isWaiting ? undefined : () => void login.resendCode()}
    >
      {seconds > 0 && as === 'link' ? messages.resendLater : messages.resend}
    </button>
  );
  if (as === 'submit') return drawn;
  return (
    <p {...part('footer')}>
      {messages.resendQuestion} {drawn}{' '}
      {seconds > 0 && messages.resendIn(formatCountdown(seconds * 1000, messages.locale))}
    </p>
  );
}
