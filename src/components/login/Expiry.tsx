'use client';
import type { ReactElement } from 'react';
import { useOtpScreen } from '../screen.js';
import { formatCountdown } from '../timeText.js';
import { useSecondsLeft } from '../useSecondsLeft.js';

/** The remaining lifetime of the code, for the eye; screen readers announce it once, in words. */
export function Expiry({ untilMs }: { untilMs: number }): ReactElement {
  const { messages, part } = useOtpScreen();
  const seconds = useSecondsLeft(untilMs);
  return (
    <span {...part('expiry')} role="timer">
      {messages.expiresIn(formatCountdown(seconds * 1000, messages.locale))}
    </span>
  );
}
