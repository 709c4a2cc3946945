'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';

/** The one button that submits a step. Meanwhile it keeps the focus and is inactive; it looks inactive while another action is running. */
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
