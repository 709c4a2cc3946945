'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screen.js';

/** The address of the wallet or key, before anything is sent: in full, since it is there to be compared. */
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
