'use client';
import type { ReactElement, RefObject } from 'react';
import type { Sent } from './otpMachine.js';
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

/** Asks for another code, once its time has come; until then it tells when. */
export function Resend({ skin, part, sent, button, isBusy, clock, onResend }: ResendProps): ReactElement {
  const { messages } = skin;
  const seconds = useSecondsLeft(sent.resendAtMs, clock);
  const isWaiting = isBusy || seconds > 0;
  return (
    <button
      ref={button}
      type="button"
      {...skin.part(part)}
      aria-disabled={isWaiting}
      onClick={isWaiting ? undefined : onResend}
    >
      {seconds > 0 ? messages.resendIn(formatCountdown(seconds * 1000, messages.locale)) : messages.resend}
    </button>
  );
}
