'use client';
import type { ReactElement, RefObject } from 'react';
import type { Sent } from '../login/otpMachine.js';
import type { Skin } from './skin.js';
import { formatCountdown } from './timeText.js';
import { useSecondsLeft } from './useSecondsLeft.js';

type ResendProps = {
  skin: Skin;
  /** The one thing left to do, or one beside others. */
  part: 'submit' | 'link';
  sent: Sent;
  button: RefObject<HTMLButtonElement | null>;
  isBusy: boolean;
  clock: () => number;
  onResend: () => void;
};

/** Asks for another code, once its time has come; until then it tells when, beside the button and not in its name. */
export function Resend({ skin, part, sent, button, isBusy, clock, onResend }: ResendProps): ReactElement {
  const { messages } = skin;
  const seconds = useSecondsLeft(sent.resendAtMs, clock);
  const isWaiting = isBusy || seconds > 0;
  const busyOrWaiting = isBusy ? 'busy' : 'waiting';
  const drawn = (
    <button
      ref={button}
      type="button"
      {...skin.part(part)}
      data-state={isWaiting ? busyOrWaiting : undefined}
      aria-disabled={isWaiting}
      onClick={isWaiting ? undefined : onResend}
    >
      {seconds > 0 && part === 'link' ? messages.resendLater : messages.resend}
    </button>
  );
  if (part === 'submit') return drawn;
  return (
    <p {...skin.part('footer')}>
      {messages.resendQuestion} {drawn}{' '}
      {seconds > 0 && messages.resendIn(formatCountdown(seconds * 1000, messages.locale))}
    </p>
  );
}
