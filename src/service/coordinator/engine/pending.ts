import { type RefusalCode, type RefusedError, refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import type { Caller, Organization } from '../callers/caller.js';
import { isRootQuorum, type Verdict } from '../policy/decide.js';
import { type Decision, decideCase } from './admission/decision.js';
import { commit } from './commit.js';
import { execute, mayPrepare, type Prepared, prepareExecution } from './execute.js';
import type { Execution, Preparation } from './handlers/handler.js';
import { done, elsewhere, failed, type Outcome, refusedUnrecorded } from './handlers/outcome.js';
import { rowOf } from './handlers/rowOf.js';
import { caseOf } from './pendingCase.js';
import { keepRevision, writeEvaluations } from './votes/policyOutcomes.js';
import { keepEvaluations } from './votes/votes.js';

/**
 * Executes a waiting activity, if its approvals now suffice. A policy that denies it now ends it; one that is no longer allowed keeps
 * waiting.
 *
 * @param prepared - by {@link preparePending}, for this vote.
 * @returns the outcome of the vote.
 */
export async function executePending(
  execution: Execution,
  pending: Row<'activities'>,
  prepared: Prepared | undefined,
): Promise<Outcome<Record<string, never>>> {
  const { tools, transaction, organization, caller: voter, nowMs } = execution;
  const { name, row, version, versionName } = rowOf(pending.type);
  const activity = await caseOf(transaction, execution, pending);
  if (!activity) return done({});
  const { caller, parameters, approvals } = activity;
  const decision = await decideCase(transaction, activity);
  const refusal = refusalOfVote(voter, decision);
  if (refusal) return refusedUnrecorded(refusal);
  const rows = await keepOutcomes(execution, pending, decision);
  const ending = endings[decision.verdict];
  if (decision.verdict !== 'allow' && !ending) return done({}, { rows });
  const outcome = ending
    ? failed(refused(ending))
    : await execute(
        name,
        { version: versionName, parameters },
        {
          ...execution,
          caller,
          isByRootQuorum: isRootQuorum(organization, approvals),
          activityId: pending.activity_id,
          generateAppProofs: pending.proofs_in !== null,
          belongsTo: pending.belongs_to,
        },
        { prepared, place: 'pending' },
      );
  if (outcome.kind === 'refused unrecorded') return outcome;
  if (outcome.kind === 'answered before') throw new Error('What waits for votes is of nobody who repeats.');
  await commit({ tools, transaction, row, version, activity: pending, organization, nowMs }, outcome);
  if (outcome.kind === 'elsewhere') return elsewhere(outcome.organizationId, {});
  const effects = outcome.kind === 'deferred' ? [{ ...pending, effect: outcome.effect }] : [];
  const counts = outcome.kind === 'done' && outcome.counts;
  return done({}, { rows: [...rows, ...(outcome.rows ?? [])], effects, ...(counts && { counts }) });
}

/** Ends an activity that waits: one rejection does. */
export async function rejectPending(
  { tools, transaction, organization, nowMs }: Execution,
  pending: Row<'activities'>,
): Promise<void> {
  const { row, version } = rowOf(pending.type);
  await commit({ tools, transaction, row, version, activity: pending, organization, nowMs }, { kind: 'rejected' });
}

/** What ends an activity that waits, whoever votes. */
const endings: Partial<Record<Verdict, RefusalCode>> = {
  'denied by a policy': 'NOT_AUTHORIZED',
  'alias in a policy': 'ALIAS_IN_POLICY',
};

/** What is too costly to decide waits for root members: no other vote on it counts. */
const refusalOfVote = ({ user }: Caller, { tooCostly }: Decision): RefusedError | undefined =>
  user.is_root === 0 ? tooCostly : undefined;

/** Stores what policies said at a vote. @returns the rows that it has written beside */
async function keepOutcomes(
  { transaction, caller }: Execution,
  pending: Row<'activities'>,
  decision: Decision,
): Promise<readonly object[]> {
  const evaluations = writeEvaluations(decision);
  if (evaluations === undefined) return [];
  const { rows } = await keepRevision(transaction, pending.organization_id, decision);
  await keepEvaluations(transaction, pending, { userId: caller.user.user_id, evaluations });
  return rows;
}

/**
 * Prepares an activity that waits for consensus, if the approvals of now and the voter's suffice. Should others vote meanwhile
 * so that they suffice without it, its execution finds nothing prepared, and both begin again.
 */
export async function preparePending(
  preparation: Preparation,
  pending: Row<'activities'>,
  { organization, voter }: { organization: Organization; voter: Caller },
): Promise<Prepared | undefined> {
  const { tools, read, nowMs, handlers, asking } = preparation;
  const { name } = rowOf(pending.type);
  // Policies are asked before the transaction, too.
  if (!mayPrepare(handlers, name) && organization.policies_revision === null) return undefined;
  const activity = await read((db) => caseOf(db, { tools, handlers, asking, organization, nowMs }, pending));
  if (!activity) return undefined;
  const earlier = activity.approvals.filter(({ user }) => user.user_id !== voter.user.user_id);
  const decision = await read((db) => decideCase(db, { ...activity, approvals: [...earlier, voter] }));
  const refusal = refusalOfVote(voter, decision);
  if (refusal) return refusedUnrecorded(refusal);
  if (decision.verdict !== 'allow') return undefined;
  const { versionName: version, parameters, caller } = activity;
  const evidence = 'checked';
  return prepareExecution(
    name,
    { version, parameters, caller, organization },
    { ...preparation, evidence },
    { generateAppProofs: pending.proofs_in !== null },
  );
}
