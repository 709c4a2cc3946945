'use client';
import type { RefObject } from 'react';
import { useBeforePaint } from '../../hooks/useBeforePaint.js';

/** Fills an empty field with text that was typed before, since a server renders it empty. */
export function useDraft(field: RefObject<HTMLInputElement | null>, draft: string): void {
  useBeforePaint(() => {
    if (field.current?.value === '') field.current.value = draft;
  }, [field, draft]);
}
