'use client';
import { useEffect } from 'react';
import type { LatchkeyError } from '../errors.js';
import { useKit } from '../hooks/context.js';

/** Tells the app of a failure that the screen shows. */
export function useTelling(shown: LatchkeyError | null | undefined): void {
  const { tellOf } = useKit();
  useEffect(() => {
    if (shown) tellOf(shown);
  }, [shown, tellOf]);
}
