import type { Kysely } from 'kysely';
import { type RefusalCode, refused } from '../../../contract/refusals.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Caller, Organization } from '../caller/caller.js';
import { isRootQuorum, type Verdict } from '../policy/decide.js';
import { announceActivity } from './announceActivity.js';
import { type Case, type Decision, decideCase, mayVoteOn } from './decision.js';
import { droppedParameters } from './droppedMembers.js';
import { takeLease, underWayColumns } from './effects.js';
import { counted, type Execution, isCounted, isUnderWay, NotRecorded, type Preparation } from './execution.js';
import { concluded, resultMember } from './outcome.js';
import { caseOf } from './pendingCase.js';
import { keepRevision, writeEvaluations } from './policyOutcomes.js';
import { activitiesKnownBy, insertActivity } from './record.js';
import { rowOf } from './rowOf.js';
import { type Foreknown, hasPreparation, runExecution, runPreparation } from './runExecution.js';
import { forget, keepForMaker } from './sealedAnswers.js';
import { keepEvaluations, noVotes } from './votes.js';

/**
 * Decides whether a user may vote on what waits: root members may, who submitted it, and those whom a policy names.
 *
 * @see Wire facts 7.1
 */
export async function decideVote(db: Kysely<Tables>, activity: Case & { readonly tools: Tools }): Promise<Decision> {
  const { caller } = activity;
  const isMember = !caller.fromParent && caller.user.is_proxy === 0;
  const isAllowed = isMember && (caller.user.is_root === 1 || (await isVoter(db, activity)));
  return { verdict: isAllowed ? 'allow' : 'deny', outcomes: [], revision: null };
}

async function isVoter(db: Kysely<Tables>, activity: Case & { readonly tools: Tools }): Promise<boolean> {
  const { caller, organization, parameters } = activity;
  const { fingerprint } = parameters as { fingerprint: string };
  const [pending] = await activitiesKnownBy(db, { organization_id: organization.organization_id, fingerprint });
  if (pending?.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return false;
  if (pending.submitted_by === caller.user.user_id) return true;
  const waiting = organization.policies_revision === null ? undefined : await caseOf(db, activity, pending);
  return waiting !== undefined && mayVoteOn(db, waiting, caller);
}

/**
 * Executes a waiting activity, if its approvals now suffice. A policy that denies it now ends it; one that is no longer allowed keeps
 * waiting.
 */
export async function executePending(
  execution: Execution,
  pending: Row<'activities'>,
  foreknown: Foreknown,
): Promise<void> {
  const { tools, transaction, organization, nowMs } = execution;
  const { name, row, version, versionName } = rowOf(pending.type);
  const activity = await caseOf(transaction, { ...execution, ...foreknown }, pending);
  if (!activity) return;
  const { caller, parameters } = activity;
  const decision = await decideCase(transaction, activity);
  const { verdict } = decision;
  checkVote(execution.caller, decision);
  const evaluations = writeEvaluations(decision);
  if (evaluations !== undefined) {
    execution.keeps(await keepRevision(transaction, pending.organization_id, decision, foreknown.revisions));
    await keepEvaluations(transaction, pending, { userId: execution.caller.user.user_id, evaluations });
  }
  const ending = endings[verdict];
  if (verdict !== 'allow' && !ending) return;
  let place = pending.organization_id;
  const recordIn = (organizationId: string) => {
    place = organizationId;
    execution.recordIn(organizationId);
  };
  const outcome =
    ending !== undefined
      ? counted(refused(ending))
      : await runExecution(
          { name, fingerprint: pending.fingerprint, version: versionName, parameters },
          {
            ...execution,
            caller,
            isByRootQuorum: isRootQuorum(organization, activity.approvals),
            activityId: pending.activity_id,
            belongsTo: pending.belongs_to,
            recordIn,
          },
          foreknown,
        );
  const recorded = isCounted(outcome)
    ? { [version.intentKey]: await droppedParameters(tools.primitives, JSON.parse(pending.intent)[version.intentKey]) }
    : undefined;
  const changed = {
    ...(isUnderWay(outcome) ? underWayColumns : concluded(row, version, outcome)),
    ...(recorded && { intent: JSON.stringify(recorded) }),
    updated_at_ms: nowMs,
  };
  if (place !== pending.organization_id) {
    const moved = { ...pending, ...changed, organization_id: place, ...noVotes };
    await insertActivity(transaction, moved);
    return announceActivity(tools, transaction, { organization_id: place, parent_id: null }, moved, nowMs);
  }
  const updated = await transaction
    .updateTable('activities')
    .set(changed)
    .where('organization_id', '=', pending.organization_id)
    .where('activity_id', '=', pending.activity_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceActivity(tools, transaction, organization, updated, nowMs);
  if (isUnderWay(outcome)) {
    await takeLease(transaction, pending, nowMs);
    await forget(transaction, pending);
    return execution.begins({ ...pending, ...outcome });
  }
  if (row.secretResult.length > 0 && !isCounted(outcome)) {
    await keepForMaker(tools, transaction, pending, resultMember(version, outcome), nowMs);
  } else if (row.secretParameters.length > 0) await forget(transaction, pending);
}

/** What ends an activity that waits, whoever votes. */
const endings: Partial<Record<Verdict, RefusalCode>> = {
  'denied by a policy': 'NOT_AUTHORIZED',
  'alias in a policy': 'ALIAS_IN_POLICY',
};

/** What is too costly to decide waits for root members: no other vote on it counts. @throws {NotRecorded} POLICY_TOO_COSTLY */
function checkVote({ user }: Caller, { tooCostly }: Decision): void {
  if (tooCostly && user.is_root === 0) throw new NotRecorded(tooCostly);
}

/**
 * Prepares an activity that waits for consensus, if the approvals of now and the voter's suffice. Should others vote meanwhile
 * so that they suffice without it, its execution finds nothing prepared, and both begin again.
 *
 * @throws {NotRecorded} also POLICY_TOO_COSTLY
 */
export async function preparePending(
  preparation: Preparation,
  pending: Row<'activities'>,
  { organization, voter }: { organization: Organization; voter: Caller },
  foreknown: Foreknown,
): Promise<void> {
  const { tools, read, nowMs } = preparation;
  const { name } = rowOf(pending.type);
  // Policies are asked before the transaction, too.
  if (!hasPreparation(foreknown, name) && organization.policies_revision === null) return;
  const { handlers, asking } = foreknown;
  const activity = await read((db) => caseOf(db, { tools, handlers, asking, organization, nowMs }, pending));
  if (!activity) return;
  const earlier = activity.approvals.filter(({ user }) => user.user_id !== voter.user.user_id);
  const decision = await read((db) => decideCase(db, { ...activity, approvals: [...earlier, voter] }));
  checkVote(voter, decision);
  if (decision.verdict !== 'allow') return;
  const { versionName: version, parameters, caller } = activity;
  await runPreparation(
    { name, fingerprint: pending.fingerprint },
    { version, parameters, caller, organization },
    { ...preparation, evidence: 'checked at its submission' },
    foreknown,
  );
}
