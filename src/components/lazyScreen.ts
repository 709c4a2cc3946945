'use client';
import { useEffect, useSyncExternalStore } from 'react';
import type { LatchkeyError } from '../errors.js';
import { lazyPart } from '../login/lazyPart.js';

/** Components that are loaded together. */
export type LazyPart<Part> = {
  /** `undefined` until loaded. */
  readonly Screen: Part | undefined;
  /** Why it failed to load. */
  readonly lost: LatchkeyError | undefined;
};

/** The hook of a lazy screen, which loads it when it is needed. */
export type LazyScreen<Part> = ((isNeeded?: boolean) => LazyPart<Part>) & {
  readonly load: () => void;
  /** Loads it before it is needed: a failure is shown when it is needed. */
  readonly loadEarly: () => void;
};

/** A screen that is loaded when first shown, once per page, and again when the connection returns. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyScreen<Part>(fetchScreen: () => Promise<Part>): LazyScreen<Part> {
  const coming: LazyPart<Part> = { Screen: undefined, lost: undefined };
  const listeners = new Set<() => void>();
  const fetchOnce = lazyPart(async () => show({ Screen: await fetchScreen(), lost: undefined }));
  let state = coming;

  function show(next: LazyPart<Part>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function load(): void {
    fetchOnce().catch((lost: LatchkeyError) => show({ Screen: undefined, lost }));
  }

  function loadEarly(): void {
    fetchOnce().catch(() => {});
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function useLazyScreen(isNeeded = true) {
    useEffect(() => {
      if (!isNeeded) return;
      load();
      addEventListener('online', load);
      return () => removeEventListener('online', load);
    }, [isNeeded]);
    return useSyncExternalStore(
      listen,
      () => state,
      () => coming,
    );
  }
  return Object.assign(useLazyScreen, { load, loadEarly });
}
