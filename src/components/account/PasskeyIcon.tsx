'use client';
import type { ReactElement } from 'react';
import type { PasskeyModel } from '../../client/passkeys/models.js';
import { Icon } from '../icons.js';
import { useScreen } from '../screen.js';

const paths = {
  device: 'M6.5 2.5h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM9 14.5h2',
  key: 'M7.5 2.5h5v4h-5zm-1.5 4h8v9.5a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 6 16zm4 3.5v3',
};

/** Where a passkey is kept: synced (or not known), on one device, or on a security key. */
export function PasskeyIcon({ kind }: { kind: PasskeyModel['kind'] | undefined }): ReactElement {
  const { part } = useScreen();
  if (kind !== 'device' && kind !== 'key') return <Icon name="passkey" />;
  return (
    <svg {...part('icon')} data-kind={kind} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  );
}
