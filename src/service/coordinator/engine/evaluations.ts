import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../store/schema.js';
import type { Caller, Organization } from '../callers/caller.js';
import { answerOf } from '../policy/judge.js';
import { policiesOf } from '../policy/organizationPolicies.js';
import { isNamed } from '../policy/voters.js';
import { evaluationsOf } from './castVotes.js';

/** Who looks at activities. */
type Viewer = {
  readonly caller: Caller;
  readonly organization: Pick<Organization, 'organization_id' | 'policies_revision'>;
  readonly nowMs: number;
};

/**
 * The activities that a user may vote on, of those given. If policies name the voters, their outcomes at the last vote decide; the vote
 * itself is decided again.
 */
export async function votableBy(
  db: Kysely<Tables>,
  { caller, organization, nowMs }: Viewer,
  stored: readonly Row<'activities'>[],
): Promise<ReadonlySet<string>> {
  const { user: viewer } = caller;
  const waiting = stored.filter(({ status }) => status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const isMember = viewer.organization_id === organization.organization_id && viewer.is_proxy === 0;
  if (!isMember || waiting.length === 0) return new Set();
  const own = waiting.filter(({ submitted_by }) => viewer.is_root === 1 || submitted_by === viewer.user_id);
  const votable = new Set(own.map(({ activity_id }) => activity_id));
  const policies = await policiesOf(db, organization);
  if (viewer.is_root === 1 || policies.length === 0) return votable;
  const evaluation = { nowMs, budget: { steps: mostSteps } };
  const naming = policies.filter(
    (policy) =>
      answerOf(policy.time, { time: { now: nowMs } }, evaluation) === true &&
      isNamed(policy, nobody, caller, evaluation),
  );
  const ids = new Set(naming.map(({ policyId }) => policyId));
  for (const { activityId, outcomes } of await evaluationsOf(db, waiting)) {
    const awaited = outcomes.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS');
    if (awaited.some(({ policyId }) => ids.has(policyId))) votable.add(activityId);
  }
  return votable;
}

const nobody = { consensus: { approvers: [], credentials: [] } };

/** Of all policies together. */
const mostSteps = 100_000;
