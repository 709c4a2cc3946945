'use client';
import { laterStep } from './laterStep.js';

type ConfirmFirstProps = { onConfirmed: () => void; onCancel: () => void };

/** A fresh login, loaded if the last one is too old. */
export const ConfirmFirst = laterStep<ConfirmFirstProps>(
  async () => (await import('./ConfirmInWords.js')).ConfirmInWords,
);
