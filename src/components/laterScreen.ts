'use client';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { fetchLater } from '../login/fetchLater.js';

/** A screen that is loaded when first shown. */
export type LaterScreen<Props> = {
  /** `undefined` until loaded. */
  readonly Screen: ComponentType<Props> | undefined;
  /** It failed to load. */
  readonly isLost: boolean;
};

/** The hook of a lazy screen: loaded when first shown, once per page, and again when the connection returns. */
/* @__NO_SIDE_EFFECTS__ */
export function laterScreen<Props>(fetchScreen: () => Promise<ComponentType<Props>>): () => LaterScreen<Props> {
  const coming: LaterScreen<Props> = { Screen: undefined, isLost: false };
  const listeners = new Set<() => void>();
  const fetchOnce = fetchLater(fetchScreen);
  let state = coming;

  function show(next: LaterScreen<Props>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function fetchNow(): void {
    if (state.Screen) return;
    fetchOnce().then(
      (Screen) => show({ Screen, isLost: false }),
      () => show({ Screen: undefined, isLost: true }),
    );
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return function useLaterScreen() {
    useEffect(() => {
      fetchNow();
      addEventListener('online', fetchNow);
      return () => removeEventListener('online', fetchNow);
    }, []);
    return useSyncExternalStore(
      listen,
      () => state,
      () => coming,
    );
  };
}
