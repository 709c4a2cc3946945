import { type HookError, useLatchkey, useListActivities, useSession } from 'latchkey';
import { call } from 'latchkey/client';
import {
  type Activity,
  type ActivityOutcome,
  type SimulatedActivity,
  type SimulatePoliciesRequest,
  type SimulatePoliciesResponse,
  simulatePolicies,
} from 'latchkey/contract';
import { useEffect, useState } from 'react';

/** What is made of an organization's policies. */
export type Edits = Omit<SimulatePoliciesRequest, 'organizationId' | 'activities'>;

/**
 * The answer of the newest request, or why there is none; while another is under way about the same activities, that of the one before. Its
 * outcomes are always in the order of the activities.
 */
export type Simulation = {
  readonly answer?: SimulatePoliciesResponse;
  readonly error?: HookError;
  /** Whether it is not, or not yet, of what is asked now. */
  readonly isStale: boolean;
};

/**
 * What becomes of activities, by the policies of today and as edited. It is kept in no cache, since what is asked for may be about people.
 *
 * @param afterMs - how long the edits stand still before it is asked.
 * @param revision - of the policy that is edited, where it is known: with another one it is asked again.
 */
export function useSimulation(
  edits: Edits,
  activities: readonly SimulatedActivity[],
  { afterMs, revision = '' }: { readonly afterMs: number; readonly revision?: string | undefined },
): Simulation {
  const client = useLatchkey();
  const { session } = useSession();
  const [state, setState] = useState<State>({ of: '', about: '' });
  const asked = JSON.stringify({ ...edits, activities });
  const now = revision + asked;
  const about = JSON.stringify(activities);
  const isEmpty = activities.length === 0;
  useEffect(() => {
    if (isEmpty || session === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      call(client, simulatePolicies, JSON.parse(asked), { session, signal }).then(
        (answer) => signal.aborted || setState({ of: now, about, answer }),
        (error: HookError) => signal.aborted || setState({ of: now, about, error }),
      );
    }, afterMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, session, asked, now, about, isEmpty, afterMs]);
  const { of, about: answered, ...known } = state;
  return { ...(answered === about && known), isStale: of !== now };
}

/** What is known, of which request and about which activities. */
type State = { readonly of: string; readonly about: string } & Omit<Simulation, 'isStale'>;

const decided = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'] as const;

/** The last hundred decided activities, newest first. */
export const useDecided = () =>
  useListActivities(
    { filterByStatus: [...decided], paginationOptions: { limit: '100' } },
    { select: (answer): readonly Activity[] => answer.activities },
  );

/** How an outcome is said, and how its chip looks. */
export const outcomes: Readonly<Record<ActivityOutcome, { readonly words: string; readonly look: string }>> = {
  ALLOW: { words: 'Allowed', look: 'good' },
  CONSENSUS_NEEDED: { words: 'Waits for approval', look: 'warn' },
  DENY: { words: 'Denied', look: 'bad' },
};
