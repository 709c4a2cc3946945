'use client';
import type { ReactElement } from 'react';
import type { Skin } from './skin.js';
import { formatCountdown } from './timeText.js';
import { useSecondsLeft } from './useSecondsLeft.js';

type ExpiryProps = { skin: Skin; untilMs: number; clock: () => number };

/** How long the code still lives. It stands by itself, so that nobody takes the wait for the next code for it. */
export function Expiry({ skin, untilMs, clock }: ExpiryProps): ReactElement | null {
  const seconds = useSecondsLeft(untilMs, clock);
  if (seconds === 0) return null;
  return (
    <p {...skin.part('expiry')} role="timer">
      {skin.messages.expiresIn(formatCountdown(seconds * 1000, skin.messages.locale))}
    </p>
  );
}
