'use client';
import type { ReactElement } from 'react';
import type { StepProps } from './step.js';

type EmailFieldProps = StepProps & { draft: string };

/** An e-mail address. */
export function EmailField({ id, skin, field, draft, isBusy, isInvalid, describedBy }: EmailFieldProps): ReactElement {
  return (
    <input
      ref={field}
      id={id}
      {...skin.part('input')}
      type="email"
      name="email"
      inputMode="email"
      enterKeyHint="send"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      dir="ltr"
      required
      readOnly={isBusy}
      defaultValue={draft}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
    />
  );
}
