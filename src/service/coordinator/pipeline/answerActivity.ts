import type { Activity } from '../../../contract/activities.records.js';
import type { ActivityRow } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import { fromUtf8 } from '../../../crypto/bytes.js';
import type { Row } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { proveKey } from '../caller/keyProof.js';
import { countPasskeyUse } from '../caller/passkeyStamp.js';
import { checkStamp, isByToken, stampedWith, verifiedStamp } from '../caller/stamped.js';
import { PoliciesNotCompiled, policiesOf } from '../policy/organizationPolicies.js';
import { writeUser } from '../users/records.js';
import { type Admitted, admit } from './admission.js';
import { announceActivity } from './announceActivity.js';
import type { Arrival } from './arrival.js';
import { newAsking } from './asking.js';
import { belongingOf } from './belonging.js';
import { votesIn } from './castVotes.js';
import { droppedBytes, droppedParameters } from './droppedMembers.js';
import { perform, takeLease, underWayColumns } from './effects.js';
import { type Begun, isCounted, isRepeated, isUnderWay, NotRecorded, PreparedOtherwise } from './execution.js';
import { checkKeyAtPlace, notePlace } from './executionPlace.js';
import { fingerprintOf } from './fingerprint.js';
import type { ActivityHandlers, ActivityName } from './handlers.js';
import { concluded, resultMember } from './outcome.js';
import { keepRevision, rememberRevisions, writeEvaluations } from './policyOutcomes.js';
import { prepareSubmission } from './prepareSubmission.js';
import { acceptByContact } from './provedContact.js';
import { insertActivity, redact, redacted, writeActivity } from './record.js';
import { countRecord } from './recordBudget.js';
import { type Answer, answerAgain, answerKnown } from './repeats.js';
import { readActivityEnvelope, readParameters } from './request.js';
import { ExecutionRefused, type Foreknown, heldParameters } from './runExecution.js';
import { keepParameters, keepResult } from './sealedAnswers.js';
import { outcomeOf, type Subject, type Submission } from './submission.js';
import { unrecordedRefusal } from './unrecordedRefusal.js';
import { approved, castVote, decidingVote, noVotes } from './votes.js';

/**
 * The one path of every activity: raw bytes → stamp → strict JSON → row → key → known bytes → shape of the parameters → liveness → decide →
 * prepare → execute → record. Without a known key, the parameters are not read.
 *
 * Slow work is prepared before the one serializable transaction, which repeats all checks from the liveness on. If the preparation's data
 * has changed meanwhile, both begin again, at most {@link mostBeginnings} times.
 *
 * The key and known bytes are looked up before the transaction, which checks the key again: a look-up without a result inside it would
 * conflict with nearby inserts. If the same bytes were recorded meanwhile, the transaction is rolled back and they are looked up again.
 *
 * Effects on other systems run after the commit, when the bytes are recorded.
 *
 * A refusal before the execution changes nothing. A failure of the execution is an outcome: it is recorded, and the same bytes get the same
 * error again.
 *
 * @throws {RefusedError}
 */
export async function answerActivity(
  shared: Tools,
  { name, handlers }: { name: ActivityName; handlers: ActivityHandlers },
  arrival: Arrival,
): Promise<{ activity: Activity }> {
  const row: ActivityRow = activityRows[name];
  const { work } = arrival;
  const tools = { ...shared, work };
  const received = await checkStamp(arrival, tools, row.attestedStamps);
  const envelope = work.charge(() => readActivityEnvelope(row, arrival.body));
  arrival.note({ organization: envelope.organizationId });
  const fingerprint = await fingerprintOf(tools.primitives, arrival.body);
  const found = stampedWith(received);
  const stamped = { ...found, organizationId: envelope.organizationId, fingerprint };
  const checkKey = () => checkKeyAtPlace(tools, stamped, row);
  const verify = (place: string) => verifiedStamp(tools, received, place);
  // Nobody else learns whether the person whom a token names is known. A sub-organization has its parent's issuers.
  const verified = isByToken(received) ? await verify(envelope.organizationId) : undefined;
  let { isKnown, organizationId, requester } = await checkKey();
  const { stamp, used } = verified ?? (await verify(organizationId));
  await work.knownToBe(requester);
  let parameters: Record<string, unknown> | undefined;
  const asking = newAsking();
  const foreknown: Foreknown = { handlers, known: new Map(), evidence: new Map(), asking, revisions: new Set() };
  const subject: Subject = { contact: null };
  const namedId = envelope.organizationId;
  const { note, clientAddress } = arrival;
  const given = { tools, name, handlers, row, arrival, note, clientAddress, stampedWith: found, stamp, used };
  const unchanging = { ...given, namedId, fingerprint, foreknown, asking, subject };
  for (let beginnings = 1; ; ) {
    // Known bytes were of the shape that held when they came first.
    if (!isKnown) parameters ??= work.charge(() => readParameters(envelope, arrival.body));
    const request = { ...envelope, organizationId, parameters: parameters ?? {} };
    try {
      if (!isKnown) await prepareSubmission({ ...unchanging, request });
      const {
        activity,
        failure,
        recorded,
        recorder,
        begun = [],
      } = await tools.store.transaction((transaction) => answer({ ...unchanging, request, isKnown, transaction }));
      rememberRevisions(tools.store.db, foreknown.revisions);
      if (recorded && recorder) countRecord(tools, recorder, recorded);
      for (const each of begun) await perform(tools, each);
      if (begun.some(({ activity_id }) => activity_id === activity.id)) isKnown = true;
      else if (failure) throw failure;
      else return { activity };
    } catch (error) {
      if (error instanceof ExecutionRefused) foreknown.known.set(error.fingerprint, { refusal: error.refusal });
      else if (error instanceof KnownOtherwise) ({ isKnown, organizationId } = await checkKey());
      else if (isToBegin(error) && beginnings < mostBeginnings) {
        beginnings += 1;
        if (error instanceof PoliciesNotCompiled) await tools.store.read((db) => policiesOf(db, error.organization));
        asking.isLast = beginnings === mostBeginnings;
        foreknown.known.clear();
        foreknown.evidence.clear();
      } else throw unrecordedRefusal(error);
    }
  }
}

/** Whether something is to be done before another transaction. */
const isToBegin = (error: unknown): boolean =>
  error instanceof PreparedOtherwise || error instanceof PoliciesNotCompiled;

/** How often a request is begun while others change what it is prepared by. */
const mostBeginnings = 3;

async function answer(submission: Submission): Promise<Answer> {
  const { isKnown, transaction } = submission;
  submission.foreknown.revisions.clear();
  if (isKnown) return repeat(submission);
  const { tools, row, stampedWith: found, request, fingerprint, foreknown } = submission;
  if (row.right === 'own login' && found.contact) {
    const stamped = { ...found, organizationId: request.organizationId, contact: found.contact };
    const isAccepted = await acceptByContact(tools, transaction, stamped, tools.clock());
    const foreseen = foreknown.known.get(fingerprint);
    // A record of the refusal would be of a user whom only a login makes.
    if (isAccepted && foreseen && 'refusal' in foreseen) throw new NotRecorded(foreseen.refusal);
  }
  const admitted = await admit(transaction, submission);
  await proveKey(transaction, admitted.organization, admitted.caller);
  if (submission.used) await countPasskeyUse(transaction, submission.used);
  return { ...(await record(submission, admitted)), recorder: admitted.recorder };
}

async function repeat(submission: Submission): Promise<Answer> {
  const known = await answerKnown(submission.transaction, submission);
  if (!known) throw new KnownOtherwise();
  return known;
}

async function record(submission: Submission, decided: Admitted): Promise<Answer> {
  const { tools, row, arrival, stamp, stampedWith, request, fingerprint, transaction, foreknown } = submission;
  const { nowMs, organization, caller, credentials, isWatched, decision } = decided;
  const { version, parameters } = request;
  const activityId = tools.newTimedId(nowMs);
  const kept: object[] = [];
  const begun: Begun[] = [];
  const place = { organizationId: organization.organization_id };
  const outcome = await outcomeOf(submission, decided, { activityId, kept, begun, place });
  // A deleted organization keeps no record of its own.
  const isElsewhere = place.organizationId !== organization.organization_id;
  if (outcome && isRepeated(outcome)) return answerAgain(tools, transaction, decided, { row, ...outcome });
  const hasSecrets = row.secretParameters.length > 0;
  const recorded = redact(parameters, row.secretParameters) as Record<string, unknown>;
  const hasFailed = outcome !== undefined && isCounted(outcome);
  const signed = () => (hasFailed ? droppedBytes(arrival.body, fingerprint) : fromUtf8(arrival.body));
  const message = hasSecrets ? redacted : signed();
  const evaluations = writeEvaluations(decision);
  if (!isElsewhere)
    kept.push(...(await keepRevision(transaction, place.organizationId, decision, foreknown.revisions)));
  const belongsTo = outcome ? null : belongingOf(caller, stampedWith);
  const cast = { voter: writeUser(caller.user, credentials), message, stamp, evaluations, nowMs };
  const activity: Row<'activities'> = {
    organization_id: place.organizationId,
    activity_id: activityId,
    fingerprint,
    type: version.type,
    kind: row.activityKind,
    submitted_by: caller.user.user_id,
    belongs_to: belongsTo,
    intent: JSON.stringify({
      [version.intentKey]: hasFailed ? await droppedParameters(tools.primitives, recorded) : recorded,
    }),
    proxy_organization_id: caller.user.is_proxy ? caller.user.organization_id : null,
    contact: caller.user.is_proxy ? submission.subject.contact : null,
    timestamp_ms: request.timestampMs,
    window_opened_at_ms: nowMs,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
    ...(outcome
      ? {
          ...(isUnderWay(outcome) ? underWayColumns : concluded(row, version, outcome)),
          ...(isElsewhere ? noVotes : decidingVote(tools, cast)),
        }
      : {
          status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
          result: '{}',
          failure: null,
          waiting_since_ms: nowMs,
          ...noVotes,
        }),
  };
  const [inserted] = await insertActivity(transaction, activity);
  if (!inserted || !(await notePlace(transaction, submission))) throw new KnownOtherwise();
  const viewing = { viewer: caller.user, mayVote: outcome === undefined, nowMs };
  const tell = async () => isWatched && announceActivity(tools, transaction, organization, activity, nowMs);
  if (!outcome) {
    const vote = await castVote(tools, transaction, { activity, selection: approved, belongsTo, ...cast });
    await tell();
    if (hasSecrets) await keepParameters(tools, transaction, activity, await parametersHeld(submission, decided));
    return {
      activity: writeActivity(activity, votesIn(activity, [vote]), viewing),
      recorded: [activity, vote, ...kept],
    };
  }
  await tell();
  const written = writeActivity(activity, votesIn(activity, []), viewing);
  if (isCounted(outcome)) return { activity: written, failure: outcome.counted, recorded: [activity] };
  if (isUnderWay(outcome)) {
    await takeLease(transaction, activity, nowMs);
    return { activity: written, begun: [{ ...activity, ...outcome }], recorded: [activity] };
  }
  const result = resultMember(version, outcome);
  if (row.secretResult.length > 0) await keepResult(tools, transaction, activity, result, nowMs);
  return { activity: { ...written, result }, begun, recorded: [activity, ...kept] };
}

function parametersHeld(submission: Submission, { organization, caller, nowMs }: Admitted): Promise<object> {
  const { tools, name, fingerprint, request, transaction, foreknown } = submission;
  const { versionName: version, parameters } = request;
  const requested = { version, parameters, caller, organization };
  return heldParameters({ name, fingerprint }, requested, { tools, transaction, nowMs }, foreknown);
}

/** Whether the bytes are known has changed since it was looked up: undoes the transaction that went by it. */
class KnownOtherwise extends Error {}
