'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screen.js';

/** Whose wallet or key it is, before anything is sent: the whole address, since it is there to be compared. */
export function FirstAddress({ label, address }: { label: string; address: string }): ReactElement {
  const { part } = useScreen();
  return (
    <p {...part('preview')} role="status">
      <span {...part('label')}>{label}</span>
      <bdi {...part('value')} dir="ltr">
        {address}
      </bdi>
    </p>
  );
}
