import type { Transaction } from 'kysely';
import { fromUtf8 } from '../../../crypto/bytes.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Row, Tables } from '../../store/schema.js';
import { isRootQuorum } from '../policy/decide.js';
import { shownProofs } from '../records/proofs.js';
import { writeUser } from '../records/users.js';
import { belongingOf } from './admission/belonging.js';
import type { Admitted } from './admit.js';
import { announceActivity, commit, created, type Ended, insert, resultMember } from './commit.js';
import { execute } from './execute.js';
import type { AnyHandler, Execution } from './handlers/handler.js';
import type { Submission } from './incoming.js';
import { answerBefore, type KnownAnswer } from './knownBytes.js';
import { notePlace } from './place.js';
import type { Ready } from './prepare.js';
import { droppedBytes } from './record/droppedMembers.js';
import { redact, redacted, writeActivity } from './record/record.js';
import { keepParameters } from './sealedAnswers.js';
import { keepRevision, writeEvaluations } from './votes/policyOutcomes.js';
import { votesIn } from './votes/readVotes.js';
import { approved, castVote, decidingVote, noVotes } from './votes/votes.js';

/** What is known of a submission that was let in. */
type Decided = {
  readonly admitted: Admitted;
  readonly ready: Ready;
  /** Whether an invitation was accepted for it: a record of a failure would be of a user whom only the login makes. */
  readonly isInvited: boolean;
};

/** Executes what is allowed and records how it ends; records what others must approve. @throws {RefusedError} */
export async function executeAndRecord(
  transaction: Transaction<Tables>,
  submission: Submission,
  { admitted, ready, isInvited }: Decided,
): Promise<KnownAnswer> {
  const { tools, name, row, request } = submission;
  const { nowMs, decision, recorder } = admitted;
  const activityId = tools.newTimedId(nowMs);
  if (decision.verdict === 'needs consensus') {
    const waiting = await recordWaiting(transaction, submission, { admitted, ready, activityId });
    return { ...waiting, recorder };
  }
  const { versionName: version, parameters } = request;
  const execution = executionOf(transaction, submission, { admitted, activityId });
  const outcome = await execute(name, { version, parameters }, execution, {
    prepared: ready.prepared,
    place: 'submission',
  });
  if (outcome.kind === 'refused unrecorded' || (outcome.kind === 'failed' && isInvited)) throw outcome.refusal;
  if (outcome.kind === 'answered before') return answerBefore(tools, transaction, admitted, { row, ...outcome });
  return { ...(await recordEnded(transaction, submission, { admitted, activityId, outcome })), recorder };
}

const executionOf = (
  transaction: Transaction<Tables>,
  { tools, arrival, handlers, asking, request, stampedWith, stamp }: Submission,
  { admitted: { nowMs, organization, caller }, activityId }: Recording,
): Execution => {
  const belongsTo = belongingOf(caller, stampedWith);
  return {
    tools,
    transaction,
    nowMs,
    organization,
    caller,
    isByRootQuorum: !caller.fromParent && isRootQuorum(organization, [caller]),
    activityId,
    generateAppProofs: request.generateAppProofs,
    belongsTo,
    clientAddress: arrival.clientAddress,
    userTag: arrival.userTag,
    ballot: { message: fromUtf8(arrival.body), stamp, belongsTo },
    handlers,
    asking,
  };
};

type Recording = { readonly admitted: Admitted; readonly activityId: string };

/** Records an activity with its end, and the vote of its submitter, which decided it. */
async function recordEnded(
  transaction: Transaction<Tables>,
  submission: Submission,
  { admitted, activityId, outcome }: Recording & { readonly outcome: Ended },
): Promise<KnownAnswer> {
  const { tools, row, request, arrival, fingerprint } = submission;
  const { nowMs, organization, caller, decision, isWatched } = admitted;
  const { version } = request;
  const { organization_id } = organization;
  const isElsewhere = outcome.kind === 'elsewhere';
  const revision = isElsewhere ? undefined : await keepRevision(transaction, organization_id, decision);
  const dropped = outcome.kind === 'failed' ? droppedBytes(arrival.body, fingerprint) : fromUtf8(arrival.body);
  const vote = decidingVote(tools, {
    ...ballotOf(submission, admitted),
    message: row.secretParameters.length > 0 ? redacted : dropped,
  });
  const contact = (!isElsewhere && outcome.contact) || null;
  const activity = {
    ...newActivity(submission, { admitted, activityId }),
    ...vote,
    contact: caller.user.is_proxy === 1 ? contact : null,
  };
  const recorded = await commit(
    { tools, transaction, row, version, activity, organization, isWatched, nowMs },
    outcome,
  );
  await noteHere(transaction, submission);
  const written = writeActivity(recorded, votesIn(recorded, []), { viewer: caller.user, mayVote: false, nowMs });
  const rows = isElsewhere ? [] : [...(outcome.rows ?? []), ...(revision?.rows ?? [])];
  switch (outcome.kind) {
    case 'failed':
      return { activity: written, failure: outcome.refusal, recorded: [recorded] };
    case 'deferred':
      return { activity: written, effects: [{ ...recorded, effect: outcome.effect }], recorded: [recorded, ...rows] };
    default: {
      const proofs = outcome.kind === 'done' ? outcome.proofs : [];
      return {
        activity: { ...written, result: resultMember(version, outcome.result), ...shownProofs(proofs) },
        effects: outcome.kind === 'done' ? outcome.effects : undefined,
        recorded: [recorded, ...rows],
        revision: revision?.kept,
        counts: outcome.kind === 'done' ? outcome.counts : undefined,
      };
    }
  }
}

/** Records an activity that waits for others, with its submitter's vote and, sealed, what it will be executed with. */
async function recordWaiting(
  transaction: Transaction<Tables>,
  submission: Submission,
  { admitted, ready, activityId }: Recording & { readonly ready: Ready },
): Promise<KnownAnswer> {
  const { tools, row, arrival, stampedWith } = submission;
  const { nowMs, organization, caller, decision, isWatched } = admitted;
  const hasSecrets = row.secretParameters.length > 0;
  const revision = await keepRevision(transaction, organization.organization_id, decision);
  const belongsTo = belongingOf(caller, stampedWith);
  const activity: Row<'activities'> = {
    ...newActivity(submission, { admitted, activityId }),
    belongs_to: belongsTo,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    waiting_since_ms: nowMs,
  };
  await insert(transaction, activity);
  await noteHere(transaction, submission);
  const vote = await castVote(tools, transaction, {
    ...ballotOf(submission, admitted),
    activity,
    selection: approved,
    belongsTo,
    message: hasSecrets ? redacted : fromUtf8(arrival.body),
  });
  if (isWatched) await announceActivity(tools, transaction, organization, activity, nowMs);
  if (hasSecrets)
    await keepParameters(tools, transaction, activity, await heldParameters(transaction, submission, admitted, ready));
  return {
    activity: writeActivity(activity, votesIn(activity, [vote]), { viewer: caller.user, mayVote: true, nowMs }),
    recorded: [activity, vote, ...revision.rows],
    revision: revision.kept,
  };
}

/** As it stands before its end, with its secret members redacted. */
function newActivity(
  { row, fingerprint, request }: Submission,
  { admitted: { nowMs, organization, caller }, activityId }: Recording,
): Row<'activities'> {
  const { version, parameters, timestampMs, generateAppProofs } = request;
  return {
    organization_id: organization.organization_id,
    activity_id: activityId,
    fingerprint,
    type: version.type,
    kind: row.activityKind,
    status: created,
    submitted_by: caller.user.user_id,
    belongs_to: null,
    intent: JSON.stringify({ [version.intentKey]: redact(parameters, row.secretParameters) }),
    result: '{}',
    failure: null,
    ...noVotes,
    proxy_organization_id: caller.user.is_proxy ? caller.user.organization_id : null,
    contact: null,
    proofs_in: generateAppProofs ? organization.organization_id : null,
    timestamp_ms: timestampMs,
    window_opened_at_ms: nowMs,
    waiting_since_ms: null,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  };
}

const ballotOf = ({ stamp }: Submission, { caller, credentials, decision, nowMs }: Admitted) => ({
  voter: writeUser(caller.user, credentials),
  stamp,
  evaluations: writeEvaluations(decision),
  nowMs,
});

/** @throws {ChangedMeanwhile} the same bytes went elsewhere meanwhile */
async function noteHere(transaction: Transaction<Tables>, submission: Submission): Promise<void> {
  const { envelope, fingerprint, request } = submission;
  const { organizationId, timestampMs } = request;
  const placed = { parentId: envelope.organizationId, fingerprint, organizationId, timestampMs };
  if (!(await notePlace(transaction, placed)))
    throw new ChangedMeanwhile('The same bytes were recorded elsewhere meanwhile.');
}

/**
 * The parameters of an activity that waits for votes, as they are kept until it is executed.
 *
 * @throws {ChangedMeanwhile} also where its evidence was not looked at, since it was not to be foreseen that it would wait
 */
async function heldParameters(
  transaction: Transaction<Tables>,
  { tools, name, handlers, request }: Submission,
  { organization, caller, nowMs }: Admitted,
  { evidence }: Ready,
): Promise<object> {
  const { versionName: version, parameters } = request;
  const { hold }: AnyHandler = handlers[name];
  if (!hold) return parameters;
  if (!evidence) throw new ChangedMeanwhile('The evidence of what is to wait was not looked at.');
  const requested = { version, parameters, caller, organization, evidence: evidence.found };
  return (await hold(requested, { tools, transaction, nowMs })) as object;
}
