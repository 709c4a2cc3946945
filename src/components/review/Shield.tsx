'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';

/** The mark of danger; its meaning is in words beside it. */
export function Shield(): ReactElement {
  return (
    <svg {...useScreen().part('icon')} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M10 2.5 16 5v4.5c0 4-2.5 6.6-6 8-3.5-1.4-6-4-6-8V5zm0 4v4m0 3v.01" />
    </svg>
  );
}
