'use client';
import { type RefObject, useEffect, useRef } from 'react';
import { useBeforePaint } from '../hooks/useBeforePaint.js';

/** Focuses an element when it is shown. When it is gone, the focus goes back to where it was, unless something else has it. */
export function useFocusWhileShown<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  const before = useRef<Element>(undefined);
  useBeforePaint(() => {
    before.current ??= document.activeElement ?? undefined; // not what is focused here, when React runs effects twice
    shown.current?.focus();
  }, []);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
  return shown;
}
