'use client';
import { useEffect } from 'react';
import type { LatchkeyError } from '../errors.js';
import { type Kit, useKit } from '../hooks/context.js';

/** Tells the app of a failure that the screen shows: once for each provider. */
export function useTelling(shown: LatchkeyError | null | undefined): void {
  const kit = useKit();
  useEffect(() => {
    if (!shown) return;
    const known = told.get(kit) ?? new WeakSet();
    told.set(kit, known);
    if (known.has(shown)) return;
    known.add(shown);
    kit.tellOf(shown);
  }, [shown, kit]);
}

const told = new WeakMap<Kit, WeakSet<LatchkeyError>>();
