'use client';
import { useSyncExternalStore } from 'react';
import { useScreen } from './screenContext.js';

/**
 * Whole seconds until a moment (milliseconds since 1970), at least 0. Computed from the clock, so that a device that slept shows the right
 * number; a component renders again only when the number changes.
 */
export function useSecondsLeft(untilMs: number): number {
  const { clock } = useScreen();
  return useSyncExternalStore(
    fourTimesASecond,
    () => Math.max(0, Math.ceil((untilMs - clock()) / 1000)),
    () => 0,
  );
}

/** Whether a moment has passed; always false on a server. */
export function useHasPassed(atMs: number): boolean {
  const { clock } = useScreen();
  return useSyncExternalStore(
    fourTimesASecond,
    () => clock() >= atMs,
    () => false,
  );
}

function fourTimesASecond(look: () => void): () => void {
  const timer = setInterval(look, 250);
  return () => clearInterval(timer);
}
