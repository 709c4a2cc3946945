import type { Kysely } from 'kysely';
import { type RefusalCode, type RefusedError, refused } from '../../../contract/refusals.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Caller, Organization } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { isRootQuorum, type Verdict } from '../policy/decide.js';
import type { Approval } from '../policy/subject.js';
import { findUser } from '../records/users.js';
import { type Case, type Decision, decideCase, mayVoteOn, traced } from './admission/decision.js';
import { commit } from './commit.js';
import { execute, hasPreparation, type Prepared, prepareExecution } from './execute.js';
import type { Execution, Preparation } from './handlers/handler.js';
import { done, elsewhere, failed, type Outcome, refusedUnrecorded } from './handlers/outcome.js';
import { rowOf } from './handlers/rowOf.js';
import { activitiesKnownBy } from './record/record.js';
import { openKept } from './sealedAnswers.js';
import { keepRevision, writeEvaluations } from './votes/policyOutcomes.js';
import { approversOf, haveLapsed, keepEvaluations, votedBy } from './votes/votes.js';
import { votingCredential } from './votes/votingCredential.js';

/**
 * Decides whether a user may vote on what waits: root members may, who submitted it, and those whom a policy names.
 *
 * @see docs/wire.md 7.1
 */
export async function decideVote(db: Kysely<Tables>, activity: Case & { readonly tools: Tools }): Promise<Decision> {
  return traced(db, activity, async () => {
    const { caller } = activity;
    const isMember = !caller.fromParent && caller.user.is_proxy === 0;
    const isAllowed = isMember && (caller.user.is_root === 1 || (await isVoter(db, activity)));
    return { verdict: isAllowed ? 'allow' : 'not allowed', outcomes: [], revision: null };
  });
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
  if (!hasPreparation(handlers, name) && organization.policies_revision === null) return undefined;
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

type CaseContext = Pick<Case, 'handlers' | 'asking' | 'organization' | 'nowMs'> & { readonly tools: Tools };

/** An activity that waits, as it is decided now; `undefined` where its submitter has gone. */
async function caseOf(db: Kysely<Tables>, context: CaseContext, pending: Row<'activities'>): Promise<Case | undefined> {
  const { tools, handlers, asking, organization, nowMs } = context;
  const { name, row, versionName } = rowOf(pending.type);
  const { caller, parameters } = await submissionOf(tools, db, pending);
  if (!caller) return undefined;
  const approvals = haveLapsed(pending, nowMs) ? [] : await approvalsOf(db, organization, pending);
  const { fingerprint } = pending;
  return {
    tools,
    handlers,
    asking,
    organization,
    nowMs,
    name,
    row,
    versionName,
    fingerprint,
    caller,
    parameters,
    approvals,
  };
}

/** Who approves it, and by which credential: that one only policies ask for. */
async function approvalsOf(
  db: Kysely<Tables>,
  { policies_revision }: Organization,
  pending: Row<'activities'>,
): Promise<Approval[]> {
  const approvals: Approval[] = [];
  for (const user of await approversOf(db, pending)) {
    const held = policies_revision === null ? [] : await credentialsOf(db, user);
    approvals.push({ user, credential: votingCredential(held, user) });
  }
  return approvals;
}

/** Who submitted an activity, if still a member, and with which parameters. */
async function submissionOf(
  tools: Tools,
  db: Kysely<Tables>,
  pending: Row<'activities'>,
): Promise<{ caller: Caller | undefined; parameters: unknown }> {
  const { version } = rowOf(pending.type);
  const parameters = await openKept(tools, db, pending, 'parameters');
  return {
    caller: await submitterOf(db, pending),
    parameters: parameters ?? JSON.parse(pending.intent)[version.intentKey],
  };
}

/** Who submitted the activity, if still a member, with the credential that they approve it by. */
async function submitterOf(db: Kysely<Tables>, pending: Row<'activities'>): Promise<Caller | undefined> {
  const user = await findUser(db, pending.organization_id, pending.submitted_by);
  if (!user) return undefined;
  const vote = await votedBy(db, pending, pending.submitted_by);
  const credential = vote && votingCredential(await credentialsOf(db, user), vote);
  return { user, fromParent: false, credential };
}
