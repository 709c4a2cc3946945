'use client';
import type { RefObject } from 'react';
import { useBeforePaint } from '../hooks/useBeforePaint.js';

/** Puts what is known to have been typed before into a field that is empty, as one that a server rendered is. */
export function useDraft(field: RefObject<HTMLInputElement | null>, draft: string): void {
  useBeforePaint(() => {
    if (field.current?.value === '') field.current.value = draft;
  }, [field, draft]);
}
