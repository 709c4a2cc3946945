'use client';
import type { ReactElement } from 'react';
import { Icon } from './icons.js';
import { useScreen } from './screenContext.js';

/** Why the last attempt failed, announced by screen readers when it appears. */
export function ProblemNote({ id, sentence }: { id?: string; sentence: string }): ReactElement {
  return (
    <div id={id} {...useScreen().part('error')} role="alert">
      <Icon name="alert" />
      {sentence}
    </div>
  );
}
