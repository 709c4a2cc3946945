'use client';
import { useSyncExternalStore } from 'react';
import { type Confirmation, confirmationsOf, type RefusedRequest } from '../client/confirmations/confirmations.js';
import type { FollowedRequest } from '../client/confirmations/following.js';
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

/** What the person has confirmed and is not over, or not seen yet, the first one first. Whoever calls it shows that. */
export function useFollowedRequests(): readonly FollowedRequest[] {
  const { subscribe, getSnapshot } = confirmationsOf(useLatchkey()).following;
  return useSyncExternalStore(subscribe, getSnapshot, nothingFollowed);
}

/** What was refused without asking and the person has not seen yet. Whoever calls it shows that. */
export function useRefusal(): RefusedRequest | undefined {
  const { subscribeToRefusals, getRefusal } = confirmationsOf(useLatchkey());
  return useSyncExternalStore(subscribeToRefusals, getRefusal, nothingRefused);
}

const nothingRefused = () => undefined;

const noneFollowed: readonly FollowedRequest[] = [];
const nothingFollowed = () => noneFollowed;

const none: readonly Confirmation[] = [];
const nothingWaits = () => none;
