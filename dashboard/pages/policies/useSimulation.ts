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

/** The answer of the newest request, or why there is none; while another is under way, that of the one before. */
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
 */
export function useSimulation(edits: Edits, activities: readonly SimulatedActivity[], afterMs: number): Simulation {
  const client = useLatchkey();
  const { session } = useSession();
  const [state, setState] = useState<{ of: string } & Omit<Simulation, 'isStale'>>({ of: '' });
  const asked = JSON.stringify({ ...edits, activities });
  const isEmpty = activities.length === 0;
  useEffect(() => {
    if (isEmpty || session === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      call(client, simulatePolicies, JSON.parse(asked), { session, signal }).then(
        (answer) => signal.aborted || setState({ of: asked, answer }),
        (error: HookError) => signal.aborted || setState({ of: asked, error }),
      );
    }, afterMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, session, asked, isEmpty, afterMs]);
  const { of, ...known } = state;
  return { ...known, isStale: of !== asked };
}

const decided = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'] as const;

/** The last hundred decided activities, newest first; `undefined` until they are there. */
export function useDecided(): readonly Activity[] | undefined {
  const { data } = useListActivities({ filterByStatus: [...decided], paginationOptions: { limit: '100' } });
  return data?.activities;
}

/** How an outcome is said, and how its chip looks. */
export const outcomes: Readonly<Record<ActivityOutcome, { readonly words: string; readonly look: string }>> = {
  ALLOW: { words: 'Allowed', look: 'good' },
  CONSENSUS_NEEDED: { words: 'Waits for approval', look: 'warn' },
  DENY: { words: 'Denied', look: 'bad' },
};
