'use client';
import { type RefObject, useEffect } from 'react';

/**
 * A part's attributes, and those that exclude its content from session recorders: LogRocket, Datadog, Clarity, Hotjar, Sentry, and by their
 * classes rrweb and FullStory.
 */
export const unrecorded = <Part extends { readonly className?: string | undefined }>(part: Part) => ({
  ...part,
  'data-private': 'true',
  'data-dd-privacy': 'hidden',
  'data-clarity-mask': 'true',
  'data-hj-suppress': 'true',
  'data-sentry-block': 'true',
  className: `rr-block fs-exclude${part.className ? ` ${part.className}` : ''}`,
});

/**
 * Attributes of a secret's field: neither browser nor extensions store, correct, send or translate it. It has no name, and is uncontrolled.
 */
export const secretField = {
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  translate: 'no',
  dir: 'ltr',
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-lpignore': 'true',
  'data-form-type': 'other',
  'data-gramm': 'false',
} as const;

/** Empties fields when the page is left, for the back/forward cache. */
export function useEmptiedFields(...fields: readonly RefObject<HTMLInputElement | HTMLTextAreaElement | null>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are the same for as long as the screen is there
  useEffect(() => {
    const empty = () => emptyFields(...fields);
    addEventListener('pagehide', empty);
    return () => removeEventListener('pagehide', empty);
  }, []);
}

export function emptyFields(...fields: readonly RefObject<HTMLInputElement | HTMLTextAreaElement | null>[]): void {
  for (const { current } of fields) if (current) current.value = '';
}
