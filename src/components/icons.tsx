'use client';
import type { ReactElement } from 'react';
import { useScreen } from './screen.js';

const paths = {
  alert: 'M10 6v4.5m0 3v.01M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15z',
  back: 'm12 5-5 5 5 5',
};

/** A drawing of 20 by 20 in the text's own colour; what it means is said in words beside it. */
export function Icon({ name }: { name: keyof typeof paths }): ReactElement {
  return (
    <svg {...useScreen().part('icon')} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
