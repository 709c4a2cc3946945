'use client';
import type { ReactElement } from 'react';
import type { Skin } from './skin.js';

/** A tick, drawn. */
export function Mark({ skin }: { skin: Skin }): ReactElement {
  return (
    <svg {...skin.part('mark')} viewBox="0 0 24 24" aria-hidden="true">
      <path d="m6.5 12.5 3.7 3.7 7.3-8" />
    </svg>
  );
}
