'use client';
import { useSyncExternalStore } from 'react';
import { useScreen } from './screen.js';

/**
 * Whole seconds until a moment (milliseconds since 1970), never less than 0. It is read off the clock, not counted, so that a
 * device that slept wakes up to the right number; a component draws again only when the number changes.
 */
export function useSecondsLeft(untilMs: number): number {
  const { clock } = useScreen();
  return useSyncExternalStore(
    fourTimesASecond,
    () => Math.max(0, Math.ceil((untilMs - clock()) / 1000)),
    () => 0,
  );
}

/** Whether a moment has come; while a server renders, none has. */
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
