'use client';
import type { ComponentProps, ReactElement } from 'react';
import { Confirm } from '../Confirm.js';
import { useAccountWords } from '../useAccountWords.js';

/** A fresh login, in the words of the account panel. */
export function ConfirmInWords(props: Omit<ComponentProps<typeof Confirm>, 'words'>): ReactElement {
  const { words } = useAccountWords();
  return <Confirm words={words} {...props} />;
}
