'use client';
import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../login/lazyPart.js';

/** Components that are loaded together. */
export type LazyPart<Part> = {
  /** `undefined` until loaded. */
  readonly Screen: Part | undefined;
  /** It failed to load. */
  readonly isLost: boolean;
};

/** The hook of a lazy screen: loaded when first shown, once per page, and again when the connection returns. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyScreen<Part>(fetchScreen: () => Promise<Part>): (isNeeded?: boolean) => LazyPart<Part> {
  const coming: LazyPart<Part> = { Screen: undefined, isLost: false };
  const listeners = new Set<() => void>();
  const fetchOnce = lazyPart(fetchScreen);
  let state = coming;

  function show(next: LazyPart<Part>): void {
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

  return function useLazyScreen(isNeeded = true) {
    useEffect(() => {
      if (!isNeeded) return;
      fetchNow();
      addEventListener('online', fetchNow);
      return () => removeEventListener('online', fetchNow);
    }, [isNeeded]);
    return useSyncExternalStore(
      listen,
      () => state,
      () => coming,
    );
  };
}
