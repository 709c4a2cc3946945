import type { Kysely } from 'kysely';
import { policyOutcome } from '../../../contract/policies.records.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Caller, Organization } from '../caller/caller.js';
import { answerOf } from '../policy/judge.js';
import { policiesOf } from '../policy/organizationPolicies.js';
import { isNamed } from '../policy/voters.js';
import { evaluationsOf } from './castVotes.js';
import type { Decision } from './decision.js';

/** What each policy said, as it is kept with a vote; `undefined` where none was asked. By the place of the outcome in its list. */
export const writeEvaluations = ({ outcomes }: Pick<Decision, 'outcomes'>): string | undefined =>
  outcomes.length === 0
    ? undefined
    : JSON.stringify(outcomes.map(({ policyId, outcome }) => [policyId, policyOutcome.options.indexOf(outcome)]));

/** The same, as it is told. */
export const readEvaluations = (evaluations: unknown): Decision['outcomes'] =>
  (evaluations as [string, number][]).map(([policyId, place]) => ({
    policyId,
    outcome: policyOutcome.options[place] ?? 'OUTCOME_ERROR',
  }));

/** Who looks at activities. */
type Viewer = {
  readonly caller: Caller;
  readonly organization: Pick<Organization, 'organization_id' | 'policies_revision'>;
  readonly nowMs: number;
};

/**
 * The activities on which somebody may vote, of some that they look at. Where policies name the voters it goes by what these said when
 * the last vote came; the vote itself is decided anew.
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
  for (const { activityId, evaluations } of await evaluationsOf(db, waiting)) {
    const awaited = readEvaluations(evaluations).filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS');
    if (awaited.some(({ policyId }) => ids.has(policyId))) votable.add(activityId);
  }
  return votable;
}

const nobody = { consensus: { approvers: [], credentials: [] } };

/** Of all policies together. */
const mostSteps = 100_000;
