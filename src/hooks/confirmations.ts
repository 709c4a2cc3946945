'use client';
import { useSyncExternalStore } from 'react';
import { type Confirmation, confirmationsOf } from '../client/confirmations/confirmations.js';
import { useLatchkey } from './context.js';

/**
 * What a page's code has asked the wallet for and the person has not answered yet, the first one first: logins and signatures. Whoever calls
 * it shows them; where nobody does, such a request fails with CONFIRMATION_MISSING.
 *
 * @example
 * const [first] = useConfirmations()
 * return first?.kind === 'signature' && <Review key={first.id} facts={first.facts} onReject={first.reject} onApprove={first.approve} />
 */
export function useConfirmations(): readonly Confirmation[] {
  const { subscribe, getSnapshot } = confirmationsOf(useLatchkey());
  return useSyncExternalStore(subscribe, getSnapshot, nothingWaits);
}

const none: readonly Confirmation[] = [];
const nothingWaits = () => none;
