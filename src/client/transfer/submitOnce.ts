import { type Activity, activityAnswer } from '../../contract/activities.records.js';
import { hasEnded } from '../../contract/hasEnded.js';
import { RefusedError } from '../../contract/refusals.js';
import type { ActivityRow, AnswerOf, RequestOf } from '../../contract/row.js';
import { ActivityPendingError } from '../activityPendingError.js';
import { post } from '../ask.js';
import type { Client } from '../createClient.js';
import { readAnswer } from '../readAnswer.js';
import { settle } from '../settle.js';
import { type CallOptions, withSigner } from '../signer.js';
import { resultOf, type SubmitOptions, submit } from '../submit.js';
import { waitingOf } from './waiting.js';

/**
 * Submits an activity. If one for the same thing is already waiting for votes, it is resumed instead, also after a reload: its bytes are
 * sent again, which has no second effect and is how the requester gets a secret result.
 *
 * @param what - identifies the thing: the same text for the same request of the same person
 * @throws {ActivityPendingError} it waits; the same call later goes on where it waits
 * @throws as {@link submit} does
 */
export async function submitOnce<R extends ActivityRow>(
  client: Client,
  row: R,
  parameters: RequestOf<R>,
  { what, ...options }: SubmitOptions & { readonly what: string },
): Promise<AnswerOf<R>> {
  const waiting = waitingOf(client);
  const known = waiting.get(what);
  try {
    if (known === undefined) return (await submit(client, row, parameters, options)).result;
    const activity = await sendAgain(client, row, known.request, followersOf(options));
    if (hasEnded(activity)) waiting.delete(what);
    return resultOf(row, await settle(client, row, activity, followersOf(options)));
  } catch (error) {
    if (error instanceof ActivityPendingError) {
      if (known === undefined)
        waiting.set(what, { activityId: error.activity.id, request: requestOf(error.activity, parameters) });
    } else if (isOver(error)) waiting.delete(what);
    throw error;
  }
}

/** As {@link submit} built it. */
const requestOf = ({ type, timestampMs, organizationId }: Activity, parameters: unknown) => ({
  type,
  timestampMs,
  organizationId,
  parameters,
});

const sendAgain = (client: Client, row: ActivityRow, request: object, options: CallOptions): Promise<Activity> =>
  withSigner(client, options, async (signer) => {
    const answer = await post(client, row, request, signer, options);
    return readAnswer(row.name, activityAnswer, answer).activity;
  });

/** A passkey stamps once; the session queries the outcome. */
const followersOf = ({ session, organizationId, signal, timeoutMs }: SubmitOptions): CallOptions => ({
  session,
  organizationId,
  signal,
  timeoutMs,
});

/** A busy or failing service says nothing about the waiting activity, and an expired login nothing about the request. */
const isOver = (error: unknown): boolean =>
  error instanceof RefusedError &&
  error.status < 500 &&
  error.status !== 429 &&
  !/^(API_KEY|PUBLIC_KEY_NOT)/.test(error.code);
