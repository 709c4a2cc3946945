import type { Activity } from '../../contract/activities.records.js';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import { tellListeners } from '../tellListeners.js';

/** How far something is that was confirmed. */
export type FollowedState =
  /** It is signed and sent. `step`: which transaction of a batch, counted from 1, and of how many. */
  | { readonly at: 'busy'; readonly step?: { readonly number: number; readonly of: number } | undefined }
  /** Others must agree first. */
  | { readonly at: 'waiting'; readonly activity: Activity }
  | { readonly at: 'done' }
  /** `error`: what whoever asked gets. */
  | { readonly at: 'failed'; readonly error: unknown };

/** Something that a person has confirmed, until they have seen what became of it. */
export type FollowedRequest = {
  /** The confirmation's. */
  readonly id: number;
  readonly request: SignatureRequest;
  readonly facts: SignatureFacts;
  readonly state: FollowedState;
  /** Shows it no longer. It goes on. */
  readonly close: () => void;
};

/** Does what was confirmed, and tells how far it is. */
export type Follow = <Result>(run: (tell: (state: FollowedState) => void) => Promise<Result>) => Promise<Result>;

/** What was confirmed and is still shown, the first one first. */
export type Following = {
  /** A list is never changed: each change makes another one. */
  readonly getSnapshot: () => readonly FollowedRequest[];
  /** Whoever listens shows them: without a listener none is kept. */
  readonly subscribe: (listener: () => void) => () => void;
  /** @param untilGone - calls what it is given once nobody is there any more who may see it, and returns what ends that. */
  readonly begin: (
    confirmed: Pick<FollowedRequest, 'id' | 'request' | 'facts'>,
    untilGone: (close: () => void) => () => void,
  ) => Follow;
};

/** Does it, and tells nobody. */
export const unfollowed: Follow = (run) => run(() => {});

export function makeFollowing(): Following {
  const listeners = new Set<() => void>();
  let all: readonly FollowedRequest[] = [];

  function change(next: readonly FollowedRequest[]): void {
    all = next;
    tellListeners(listeners);
  }

  return {
    getSnapshot: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(confirmed, untilGone) {
      if (listeners.size === 0) return unfollowed;
      const { id } = confirmed;
      const close = () => {
        stop();
        change(all.filter((each) => each.id !== id));
      };
      const stop = untilGone(close);
      const tell = (state: FollowedState) => change(all.map((each) => (each.id === id ? { ...each, state } : each)));
      change([...all, { ...confirmed, state: { at: 'busy' }, close }]);
      return async (run) => {
        const result = await run(tell).catch((error: unknown) => {
          tell({ at: 'failed', error });
          throw error;
        });
        tell({ at: 'done' });
        return result;
      };
    },
  };
}
