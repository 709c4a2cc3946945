'use client';
import type { Me } from '../../client/flows/me.js';
import { laterStep } from './laterStep.js';

type ConfirmFirstProps = { user: Me; onConfirmed: () => void; onCancel: () => void };

/** A fresh login, fetched for who logged in too long ago. */
export const ConfirmFirst = laterStep<ConfirmFirstProps>(
  async () => (await import('./ConfirmInWords.js')).ConfirmInWords,
);
