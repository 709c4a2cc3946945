'use client';
import type { ReactElement } from 'react';
import type { Skin } from './skin.js';
import { formatCountdown } from './timeText.js';
import { useSecondsLeft } from './useSecondsLeft.js';

type ExpiryProps = { skin: Skin; untilMs: number; clock: () => number };

/** How long the code still lives, to be looked at: a screen reader is told once, in words. */
export function Expiry({ skin, untilMs, clock }: ExpiryProps): ReactElement {
  const seconds = useSecondsLeft(untilMs, clock);
  return (
    <span {...skin.part('expiry')} role="timer">
      {skin.messages.expiresIn(formatCountdown(seconds * 1000, skin.messages.locale))}
    </span>
  );
}
