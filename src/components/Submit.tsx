'use client';
import type { ReactElement } from 'react';
import { useScreen } from './screen.js';

/** The one button that sends a step. While it does, it keeps the focus and can do nothing. */
export function Submit({ label }: { label: string }): ReactElement {
  const { part, isBusy } = useScreen();
  return (
    <button type="submit" {...part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
      {label}
    </button>
  );
}
