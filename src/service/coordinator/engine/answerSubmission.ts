import type { Transaction } from 'kysely';
import type { Activity } from '../../../contract/activities.records.js';
import { refused } from '../../../contract/refusals.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { proveKey } from '../callers/keyProof.js';
import { countPasskeyUse } from '../callers/passkeyStamp.js';
import { compilePolicies } from '../policy/organizationPolicies.js';
import { acceptByContact } from './admission/provedContact.js';
import { admit } from './admit.js';
import { perform } from './effects.js';
import { newAsking } from './handlers/asking.js';
import { type Arrival, findPlace, type Incoming, readParameters, receive, type Submission } from './incoming.js';
import { answerKnown, type KnownAnswer } from './knownBytes.js';
import { prepare, type Ready } from './prepare.js';
import { countRecord } from './record/recordBudget.js';
import { executeAndRecord } from './recordSubmission.js';
import { rememberRevision } from './votes/policyOutcomes.js';

/**
 * The one path of every activity: receive → known bytes → shape of the parameters → admit → prepare → execute → commit.
 *
 * Slow work is prepared before the one serializable transaction, which admits again. If what the preparation went by has changed meanwhile,
 * all begins again, at most {@link mostAttempts} times.
 *
 * The key and known bytes are looked up before the transaction, which checks the key again: a look-up without a result inside it would
 * conflict with nearby inserts. If the same bytes were recorded meanwhile, they are looked up again.
 *
 * Effects on other systems run after the commit, when the bytes are recorded.
 *
 * A refusal before the execution changes nothing. A failure of the execution is an outcome: it is recorded, and the same bytes get the same
 * error again.
 *
 * @throws {RefusedError}
 */
export async function answerSubmission(
  shared: Tools,
  activity: Pick<Incoming, 'name' | 'handlers'>,
  arrival: Arrival,
): Promise<{ activity: Activity }> {
  const received = await receive(shared, activity, arrival);
  const { incoming } = received;
  let { place } = received;
  const asking = newAsking();
  // Known bytes were of the shape that held when they came first.
  let parameters: Record<string, unknown> | undefined;
  for (let attempt = 1; ; attempt += 1) {
    asking.isLast = attempt >= mostAttempts;
    if (!place.isKnown)
      parameters ??= incoming.tools.work.charge(() => readParameters(incoming.envelope, arrival.body));
    const request = { ...incoming.envelope, organizationId: place.organizationId, parameters: parameters ?? {} };
    const submission = { ...incoming, request, asking };
    try {
      return place.isKnown ? await answerAgain(submission) : await once(submission, { isFirst: attempt === 1 });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      place = await findPlace(incoming);
      const hasMoved = place.organizationId !== received.place.organizationId; // its stamp was verified by the other one's credential
      if (hasMoved || attempt > mostAttempts || (asking.isLast && !place.isKnown))
        throw refused('UNAVAILABLE', { retryAfterMs: 1000, cause: error });
    }
    await incoming.tools.store.read((db) => compilePolicies(db, place.organizationId, incoming.tools.work));
  }
}

/** How often a request begins while others change what it goes by. */
const mostAttempts = 3;

/** Answers bytes that are known. */
async function answerAgain(submission: Submission): Promise<{ activity: Activity }> {
  return shown(await submission.tools.store.transaction((transaction) => answerKnown(transaction, submission)));
}

/** Does what the bytes ask for, which are new. */
async function once(submission: Submission, attempt: { readonly isFirst: boolean }): Promise<{ activity: Activity }> {
  const { tools } = submission;
  const ready = await prepare(submission, attempt);
  const answer = await tools.store.transaction((transaction) => admitAndExecute(transaction, submission, ready));
  const { activity, effects = [], recorder, recorded = [], revision, counts } = answer;
  rememberRevision(tools.store.db, revision);
  if (recorder) countRecord(tools, recorder, recorded);
  const { organizationId } = submission.request;
  if (counts) tools.statistics.count({ ...counts, organizationId, step: '', code: '' });
  for (const effect of effects) await perform(tools, effect);
  const isPerformed = effects.some(({ activity_id }) => activity_id === activity.id);
  return isPerformed ? answerAgain(submission) : shown(answer);
}

async function admitAndExecute(
  transaction: Transaction<Tables>,
  submission: Submission,
  ready: Ready,
): Promise<KnownAnswer> {
  const { tools, row, stampedWith, request, used } = submission;
  const { contact } = stampedWith;
  const isInvited =
    row.right === 'own login' &&
    contact !== undefined &&
    (await acceptByContact(
      tools,
      transaction,
      { ...stampedWith, organizationId: request.organizationId, contact },
      tools.clock(),
    ));
  const admitted = await admit(transaction, submission);
  await proveKey(transaction, admitted.organization, admitted.caller);
  if (used) await countPasskeyUse(transaction, used);
  return executeAndRecord(transaction, submission, { admitted, ready, isInvited });
}

/** @throws {RefusedError} what a failed activity was refused by */
function shown({ activity, failure }: KnownAnswer): { activity: Activity } {
  if (failure) throw failure;
  return { activity };
}
