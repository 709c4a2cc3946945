'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import type { WalletMessages } from './walletMessages.js';

const useLoadedList = lazyScreen(async () => (await import('./approvedParts.js')).approvedParts);

/** What others agreed to when its page was closed, once its list is loaded. */
export function LazyApproved({ words }: { words: WalletMessages }): ReactElement | null {
  const { Screen } = useLoadedList();
  return Screen ? <Screen.ApprovedList words={words} /> : null;
}
