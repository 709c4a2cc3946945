'use client';
import type { ReactElement } from 'react';
import type { Me } from '../../client/flows/me.js';
import { laterScreen } from '../laterScreen.js';

type ConfirmFirstProps = { user: Me; onConfirmed: () => void; onCancel: () => void };

const useConfirm = laterScreen<ConfirmFirstProps>(async () => (await import('./ConfirmInWords.js')).ConfirmInWords);

/** A fresh login, fetched for who logged in too long ago. */
export function ConfirmFirst(props: ConfirmFirstProps): ReactElement | null {
  const { Screen } = useConfirm();
  return Screen ? <Screen {...props} /> : null;
}
