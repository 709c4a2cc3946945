import type { Transaction } from 'kysely';
import type { Activity } from '../../contract/activities.js';
import { type RefusedError, refused } from '../../contract/refusals.js';
import { type ActivityRow, kindOf } from '../../contract/row.js';
import { activityRows } from '../../contract/rows.js';
import { type Bytes, fromUtf8 } from '../../crypto/bytes.js';
import type { Stamp } from '../../stampers/stamp.js';
import type { Note } from '../http/note.js';
import { prepared, type ValueOf } from '../store/prepared.js';
import type { Row, Tables } from '../store/schema.js';
import { newTimedId, type Tools } from '../tools.js';
import { type Caller, type CallersFrom, findVoter, type Organization } from './caller.js';
import { droppedParameters, droppedText } from './droppedMembers.js';
import type { ActivityName } from './duties.js';
import { type Execution, isCounted } from './execution.js';
import { fingerprintOf } from './fingerprint.js';
import { checkFreshLogin } from './freshLogin.js';
import { hearKeyAtHome, notePlace } from './home.js';
import { proveKey } from './keyProof.js';
import { isLive } from './liveness.js';
import { concluded, type Outcome, resultMember } from './outcome.js';
import { executePending } from './pending.js';
import { decide } from './policy/decide.js';
import { activitiesKnownBy, failureOf, redact, redacted, withVotes, writeActivity } from './record.js';
import { type ActivityRequest, readActivityEnvelope, readParameters } from './request.js';
import { ExecutionRefused, type RefusedExecutions, runExecution } from './runExecution.js';
import { keepParameters, keepResult, openKept } from './sealedAnswers.js';
import { refuseSparseBody } from './sparseBody.js';
import { checkStamp } from './stamped.js';
import { type ShownKey, writeUser } from './users.js';
import { approved, castVote, soleVote } from './votes.js';

/** A request as it arrived. */
export type Arrival = {
  readonly headers: Headers;
  readonly body: Bytes;
  /** The address it came from, as far as it is known. */
  readonly clientAddress: string;
  readonly note: Note;
};

/**
 * The one path of every activity: raw bytes → stamp → strict JSON → row → key → shape of the parameters → known bytes →
 * liveness → decide → execute → record, everything from the liveness on in one serializable transaction. Whoever has no key
 * here makes nobody look at what they ask for.
 *
 * The key and known bytes are looked for before the transaction, which asks for the key again: what it looks for and does not
 * find, nobody else may insert anywhere near. Where the same bytes became known meanwhile, it is undone and they are looked
 * for again.
 *
 * A refusal on the way changes nothing. A failure of the execution is an outcome: it is recorded, and the same bytes get the
 * same error again.
 *
 * @throws {RefusedError}
 */
export async function submit(tools: Tools, name: ActivityName, arrival: Arrival): Promise<{ activity: Activity }> {
  const row: ActivityRow = activityRows[name];
  const stamp = await checkStamp(arrival.headers, arrival.body, tools.primitives.verifyP256);
  const envelope = readActivityEnvelope(row, arrival.body);
  arrival.note({ organization: envelope.organizationId });
  const fingerprint = await fingerprintOf(tools.primitives, arrival.body);
  const stamped = { organizationId: envelope.organizationId, publicKey: stamp.publicKey, fingerprint };
  const hear = () => hearKeyAtHome(tools, stamped, { row, from: callersOf(row) });
  let { isKnown, organizationId } = await hear();
  const parameters = readParameters(envelope);
  refuseSparseBody(arrival.body, parameters);
  const refusedExecutions: RefusedExecutions = new Map();
  const namedId = envelope.organizationId;
  const unchanging = { tools, name, row, arrival, stamp, namedId, fingerprint, refusedExecutions };
  for (;;) {
    const request = { ...envelope, organizationId, parameters };
    try {
      const { activity, failure } = await tools.store.transaction((transaction) =>
        answer({ ...unchanging, request, isKnown, transaction }),
      );
      if (failure) throw failure;
      return { activity };
    } catch (error) {
      if (error instanceof ExecutionRefused) refusedExecutions.set(error.fingerprint, error.refusal);
      else if (error instanceof KnownOtherwise) ({ isKnown, organizationId } = await hear());
      else throw error;
    }
  }
}

type Submission = {
  readonly tools: Tools;
  readonly name: ActivityName;
  readonly row: ActivityRow;
  readonly arrival: Arrival;
  readonly stamp: Stamp;
  /** The organization that the body names. */
  readonly namedId: string;
  /** With the organization where it is executed. */
  readonly request: ActivityRequest;
  readonly fingerprint: string;
  readonly isKnown: boolean;
  readonly transaction: Transaction<Tables>;
  readonly refusedExecutions: RefusedExecutions;
};

type Answer = { readonly activity: Activity; readonly failure?: RefusedError | undefined };

async function answer(submission: Submission): Promise<Answer> {
  const { tools, row, arrival, stamp, request, isKnown, transaction } = submission;
  const nowMs = tools.clock();
  if (!isKnown && !isLive(request.timestampMs, nowMs)) throw refused('TIMESTAMP_NOT_LIVE');
  const { organization, caller, keys } = await findVoter(transaction, {
    organizationId: request.organizationId,
    publicKey: stamp.publicKey,
    nowMs,
    from: isKnown ? 'organization or parent' : callersOf(row),
  });
  arrival.note({ organization: organization.organization_id, user: caller.user.user_id });
  if (isKnown) return repeat(submission, caller);

  const kind = kindOf(request.version.type);
  const approvers = caller.fromParent ? [] : [caller.user];
  const decision = decide({ organization, caller, kind, parameters: request.parameters, approvers });
  if (decision === 'deny') throw refused('NOT_AUTHORIZED');
  await checkFreshLogin(transaction, row, { organization, caller, keys, parameters: request.parameters, nowMs });
  await proveKey(transaction, organization, caller);
  return record(submission, { nowMs, kind, organization, caller, keys, decision });
}

const callersOf = ({ name }: ActivityRow): CallersFrom =>
  name === 'otp_login' || name === 'oauth_login' ? 'organization or parent' : 'organization';

const insertActivity = prepared((db, value: ValueOf<Row<'activities'>>) =>
  db
    .insertInto('activities')
    .values({
      organization_id: value('organization_id'),
      activity_id: value('activity_id'),
      fingerprint: value('fingerprint'),
      type: value('type'),
      kind: value('kind'),
      submitted_by: value('submitted_by'),
      intent: value('intent'),
      timestamp_ms: value('timestamp_ms'),
      window_opened_at_ms: value('window_opened_at_ms'),
      created_at_ms: value('created_at_ms'),
      updated_at_ms: value('updated_at_ms'),
      status: value('status'),
      result: value('result'),
      failure: value('failure'),
      sole_vote: value('sole_vote'),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'fingerprint']).doNothing())
    .returning('activity_id'),
);

/** The known bytes again: the stored activity, to whoever may read it; in full to the one who made the request. */
async function repeat({ tools, transaction, request, fingerprint }: Submission, caller: Caller): Promise<Answer> {
  const [known] = await activitiesKnownBy(transaction, { organization_id: request.organizationId, fingerprint });
  if (!known) throw new KnownOtherwise();
  const [activity] = await withVotes(tools, transaction, [known], { viewer: caller.user, nowMs: tools.clock() });
  const isMaker = known.submitted_by === caller.user.user_id;
  if (!activity || (caller.user.is_proxy && !isMaker)) throw refused('NOT_AUTHORIZED');
  const result = isMaker ? await openKept(tools, transaction, known, 'result') : undefined;
  return { activity: { ...activity, ...(result && { result }) }, failure: failureOf(known) };
}

type Decided = {
  readonly nowMs: number;
  readonly kind: string;
  readonly organization: Organization;
  readonly caller: Caller;
  readonly keys: readonly ShownKey[];
  readonly decision: 'allow' | 'needs consensus';
};

async function record(submission: Submission, decided: Decided): Promise<Answer> {
  const { tools, row, arrival, stamp, request, fingerprint, transaction } = submission;
  const { nowMs, organization, caller, keys } = decided;
  const { version, parameters } = request;
  const activityId = newTimedId(tools.random, nowMs);
  const outcome = await outcomeOf(submission, decided, activityId);
  const isSecret = row.secrets.length > 0;
  const signed = isSecret ? redacted : fromUtf8(arrival.body);
  const recorded = redact(parameters, row.secrets) as Record<string, unknown>;
  const hasFailed = outcome !== undefined && isCounted(outcome);
  const message = hasFailed ? await droppedText(tools.primitives, signed) : signed;
  const cast = { voter: writeUser(caller.user, keys), message, stamp, nowMs };
  const activity: Row<'activities'> = {
    organization_id: organization.organization_id,
    activity_id: activityId,
    fingerprint,
    type: version.type,
    kind: decided.kind,
    submitted_by: caller.user.user_id,
    intent: JSON.stringify({
      [version.intentKey]: hasFailed ? await droppedParameters(tools.primitives, recorded) : recorded,
    }),
    timestamp_ms: request.timestampMs,
    window_opened_at_ms: nowMs,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
    ...(outcome
      ? { ...concluded(row, version, outcome), sole_vote: JSON.stringify(soleVote(tools, cast)) }
      : { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: '{}', failure: null, sole_vote: null }),
  };
  const [inserted] = await insertActivity(transaction, activity);
  if (!inserted || !(await notePlace(transaction, submission))) throw new KnownOtherwise();
  const viewing = { viewer: caller.user, nowMs };
  if (!outcome) {
    const vote = await castVote(tools, transaction, { activity, selection: approved, ...cast });
    if (isSecret) await keepParameters(tools, transaction, activity, parameters);
    return { activity: writeActivity(activity, [vote], viewing) };
  }
  const written = writeActivity(activity, [], viewing);
  if (isCounted(outcome)) return { activity: written, failure: outcome.counted };
  const result = resultMember(version, outcome);
  if (isSecret) await keepResult(tools, transaction, activity, result, nowMs);
  return { activity: { ...written, result } };
}

async function outcomeOf(
  submission: Submission,
  { nowMs, organization, caller, decision }: Decided,
  activityId: string,
): Promise<Outcome | undefined> {
  if (decision === 'needs consensus') return undefined;
  const { tools, name, arrival, request, stamp, fingerprint, transaction, refusedExecutions } = submission;
  const execution: Execution = {
    tools,
    transaction,
    nowMs,
    organization,
    caller,
    activityId,
    type: request.version.type,
    clientAddress: arrival.clientAddress,
    ballot: { message: fromUtf8(arrival.body), stamp },
    executePending: (pending) => executePending(execution, pending, refusedExecutions),
  };
  return runExecution({ name, fingerprint, parameters: request.parameters }, execution, refusedExecutions);
}

/** Whether the bytes are known has changed since it was looked up: undoes the transaction that went by it. */
class KnownOtherwise extends Error {}
