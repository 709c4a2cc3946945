'use client';
import { useRef, useState } from 'react';
import type { Activity } from '../../contract/activities.records.js';
import type { RefusedError } from '../../contract/refusals.js';
import { useApproveActivity, useRejectActivity } from '../../hooks/activities.js';
import { useKit } from '../../hooks/context.js';
import type { HookError } from '../../hooks/hookTypes.js';
import { useLatest } from '../../hooks/useLatest.js';
import { useSession } from '../../hooks/useSession.js';
import type { ShownProblem } from './ApprovalProblem.js';

/** What became of a vote: decided by this person, by others before, or not at all. */
export type VoteChoice = 'approved' | 'rejected' | 'raced' | 'failed';

/** The vote on a request: under way, or why it failed. */
export type VoteState = { readonly sending: 'approve' | 'reject' } | { readonly problem: ShownProblem };

type Sent = { readonly decision: VoteChoice /** Too many requests were sent. */; readonly isLimited?: boolean };

export type Votes = {
  /** By the activity's id. */
  readonly states: { readonly [activityId: string]: VoteState };
  /**
   * Sends one vote after the other, and tells of each. Those that are under way are left out, and the rest when somebody else logs in, or
   * after one that the service refused because there were too many.
   *
   * @returns the decisions, in the same order.
   */
  readonly send: (
    how: 'approve' | 'reject',
    activities: readonly Activity[],
    onDecided: (decision: VoteChoice, activity: Activity) => void,
  ) => Promise<readonly VoteChoice[]>;
};

/** The person's votes on this screen. */
export function useVotes(): Votes {
  const { tellOf } = useKit();
  const { session } = useSession();
  const person = useLatest(session && `${session.organizationId} ${session.userId}`);
  const mutations = { approve: useApproveActivity(), reject: useRejectActivity() };
  const underWay = useRef(new Set<string>());
  const [states, setStates] = useState<Votes['states']>({});

  async function sendOne(how: 'approve' | 'reject', { id, fingerprint }: Activity): Promise<Sent> {
    try {
      await mutations[how].mutateAsync({ fingerprint });
      return { decision: how === 'approve' ? 'approved' : 'rejected' };
    } catch (error) {
      const { code, retryAfterMs, status } = error as HookError & Partial<RefusedError>;
      if (code === 'ACTIVITY_NOT_PENDING' || code === 'ACTIVITY_NOT_FOUND') return { decision: 'raced' };
      setStates((all) => ({ ...all, [id]: { problem: { code, retryAfterMs } } }));
      tellOf(error as HookError);
      return { decision: 'failed', isLimited: status === 429 };
    }
  }

  return {
    states,
    async send(how, activities, onDecided) {
      const ours = activities.filter(({ id }) => !underWay.current.has(id));
      const by = person.current;
      for (const { id } of ours) underWay.current.add(id);
      setStates((all) => ({ ...all, ...Object.fromEntries(ours.map(({ id }) => [id, { sending: how }])) }));
      const decisions: VoteChoice[] = [];
      let isStopped = false;
      try {
        for (const activity of ours) {
          if (person.current !== by) break;
          const { decision, isLimited } = await sendOne(how, activity);
          underWay.current.delete(activity.id);
          if (decision !== 'failed') setStates((all) => without(all, activity));
          decisions.push(decision);
          onDecided(decision, activity);
          isStopped = isLimited === true;
          if (isStopped) break;
        }
      } finally {
        for (const activity of ours.slice(decisions.length)) {
          underWay.current.delete(activity.id);
          setStates((all) => without(all, activity));
        }
      }
      return isStopped ? ours.map((_, at) => decisions[at] ?? 'failed') : decisions;
    },
  };
}

function without(states: Votes['states'], { id }: Activity): Votes['states'] {
  const { [id]: _, ...rest } = states;
  return rest;
}
