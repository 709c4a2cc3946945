'use client';
import type { ReactElement } from 'react';
import { useScreen } from './screenContext.js';

const paths = {
  alert: 'M10 6v4.5m0 3v.01M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15z',
  back: 'm12 5-5 5 5 5',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  close: 'm5.5 5.5 9 9m0-9-9 9',
  copy: 'M7.5 7.5h9v9h-9zm-4 5v-9h9',
  passkey:
    'M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm-5 7c0-2.6 2.2-4 5-4 1 0 1.9.2 2.6.5m3.9-3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm0 4v4l1.5-1',
  more: 'm6 8 4 4 4-4',
};

/** An icon of 20 by 20 in the text's colour; its meaning is in words beside it. */
export function Icon({ name }: { name: keyof typeof paths }): ReactElement {
  return (
    <svg {...useScreen().part('icon')} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
