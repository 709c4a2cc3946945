'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';
import type { FieldProps } from './fieldProps.js';
import { useDraft } from './useDraft.js';

type EmailFieldProps = FieldProps & {
  draft: string;
  /** The browser may offer passkeys in it. */
  offersPasskeys?: boolean;
};

/** An e-mail address. */
export function EmailField({
  id,
  field,
  draft,
  isInvalid,
  describedBy,
  offersPasskeys,
}: EmailFieldProps): ReactElement {
  const { part, isBusy } = useScreen();
  useDraft(field, draft);
  return (
    <input
      ref={field}
      id={id}
      {...part('input')}
      type="email"
      name="email"
      inputMode="email"
      enterKeyHint="send"
      autoComplete={offersPasskeys ? 'email webauthn' : 'email'}
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
