import { type Activity, activityAnswer } from '../contract/activities.records.js';
import { readActivity } from '../contract/readActivity.js';
import { RefusedError } from '../contract/refusals.js';
import { type ActivityRow, type AnswerOf, newestOf, type RequestOf } from '../contract/row.js';
import { answerMalformed } from './answerError.js';
import { post } from './ask.js';
import type { Client } from './createClient.js';
import { readAnswer } from './readAnswer.js';
import { settle } from './settle.js';
import { type CallOptions, type RequestSigner, withSigner } from './signer.js';

/** An activity that was executed, and its typed result. */
export type Submitted<R extends ActivityRow> = { readonly activity: Activity; readonly result: AnswerOf<R> };

/** Submits an activity and waits until it is executed. @throws as {@link call} does */
export async function submit<R extends ActivityRow>(
  client: Client,
  row: R,
  parameters: RequestOf<R>,
  options: CallOptions = {},
): Promise<Submitted<R>> {
  const first = await withSigner(client, options, (signer) => send(client, row, parameters, signer, options));
  const activity = await settle(client, first, options);
  return { activity, result: resultOf(row, activity) };
}

/** A refusal of the device's clock has taught the client the right time: it is tried once more with that. */
async function send(
  client: Client,
  row: ActivityRow,
  parameters: unknown,
  signer: RequestSigner,
  options: CallOptions,
): Promise<Activity> {
  const { organizationId } = signer;
  const sendNow = async () => {
    const timestampMs = String(Math.round(client.clock.now()));
    const answer = await post(
      client,
      row,
      { type: newestOf(row).type, timestampMs, organizationId, parameters },
      signer,
      options,
    );
    return readAnswer(row.name, activityAnswer, answer).activity;
  };
  try {
    return await sendNow();
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'TIMESTAMP_NOT_LIVE') return sendNow();
    throw error;
  }
}

function resultOf<R extends ActivityRow>(row: R, activity: Activity): AnswerOf<R> {
  try {
    const { result } = readActivity(row, activity);
    if (result !== undefined) return result as AnswerOf<R>;
  } catch (cause) {
    throw answerMalformed(row.name, { cause });
  }
  throw answerMalformed(row.name);
}
