'use client';
import type { ReactElement } from 'react';
import { useScreen } from './screen.js';

/** The one button that sends a step. While it does, it keeps the focus and can do nothing; it is quiet while something else is under way. */
export function Submit({ label, isQuiet = false }: { label: string; isQuiet?: boolean }): ReactElement {
  const { part, isBusy } = useScreen();
  return (
    <button
      type="submit"
      {...part('submit')}
      data-state={isBusy && !isQuiet ? 'busy' : undefined}
      aria-disabled={isBusy}
    >
      {label}
    </button>
  );
}
