'use client';
import { type RefObject, useRef } from 'react';
import { useBeforePaint } from '../hooks/useBeforePaint.js';

/** A native modal dialog, open as long as it is mounted. It returns the focus when it closes. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useBeforePaint(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
