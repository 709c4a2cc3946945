'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';

const paths = {
  dots: 'M4.5 10h.01M10 10h.01m5.49 0h.01',
  plus: 'M10 4.5v11m-5.5-5.5h11',
  qr: 'M3.5 3.5h5v5h-5zm8 0h5v5h-5zm-8 8h5v5h-5zm8 0h2v2m3-2v5h-3m-2-2v2',
  receive: 'M10 3.5v9m0 0 4-4m-4 4-4-4m-2.5 8h13',
  send: 'm5 15 10-10m0 0H7.5M15 5v7.5',
};

/** An icon of 20 by 20 in the text's colour; its meaning is in words beside it. */
export function ActionIcon({ name }: { name: keyof typeof paths }): ReactElement {
  return (
    <svg
      {...useScreen().part('icon')}
      viewBox="0 0 20 20"
      aria-hidden="true"
      data-forward={name === 'send' || undefined}
    >
      <path d={paths[name]} strokeWidth={name === 'dots' ? 2.5 : undefined} />
    </svg>
  );
}
