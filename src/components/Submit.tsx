'use client';
import type { ReactElement } from 'react';
import type { Skin } from './skin.js';

/** The one button that sends a step. While it does, it keeps the focus and can do nothing. */
export function Submit({ skin, isBusy, label }: { skin: Skin; isBusy: boolean; label: string }): ReactElement {
  return (
    <button type="submit" {...skin.part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
      {label}
    </button>
  );
}
