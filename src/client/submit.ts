import { type Activity, activityAnswer } from '../contract/activities.records.js';
import { readActivity } from '../contract/readActivity.js';
import { RefusedError } from '../contract/refusals.js';
import { type ActivityRow, type AnswerOf, newestOf, type RequestOf } from '../contract/row.js';
import { answerMalformed } from './answerError.js';
import { post } from './ask.js';
import type { Client } from './createClient.js';
import { namedSigner, type SignerOptions } from './passkeys/signer.js';
import { readAnswer } from './readAnswer.js';
import { settle } from './settle.js';
import { type CallOptions, type RequestSigner, withSigner } from './signer.js';

/** An activity that was executed, and its typed result. */
export type Submitted<R extends ActivityRow> = { readonly activity: Activity; readonly result: AnswerOf<R> };

/** How an activity is submitted. */
export type SubmitOptions = SignerOptions & {
  /**
   * Where the login is too old for it (FRESH_LOGIN_REQUIRED), it is asked once more with a passkey of who is logged in: the browser
   * asks the person for it.
   */
  readonly freshBy?: 'passkey' | undefined;
};

/** Submits an activity and waits until it is executed. @throws as {@link call} does */
export async function submit<R extends ActivityRow>(
  client: Client,
  row: R,
  parameters: RequestOf<R>,
  { freshBy, ...options }: SubmitOptions = {},
): Promise<Submitted<R>> {
  const sendBy = async (by: SignerOptions) => {
    const named = await namedSigner(client, by);
    return withSigner(client, named, (signer) => send(client, row, parameters, signer, named));
  };
  const first = await sendBy(options).catch((error: unknown) => {
    if (freshBy && isStale(error)) return sendBy({ ...options, stamper: freshBy });
    throw error;
  });
  // A passkey stamps once: what has become of it, the session asks.
  const { stamper, ...followers } = options;
  const activity = await settle(client, first, stamper === 'passkey' ? followers : { ...followers, stamper });
  return { activity, result: resultOf(row, activity) };
}

const isStale = (error: unknown): boolean => error instanceof RefusedError && error.code === 'FRESH_LOGIN_REQUIRED';

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

/** The result of an activity that is executed. @throws {AnswerError} ANSWER_MALFORMED */
export function resultOf<R extends ActivityRow>(row: R, activity: Activity): AnswerOf<R> {
  try {
    const { result } = readActivity(row, activity);
    if (result !== undefined) return result as AnswerOf<R>;
  } catch (cause) {
    throw answerMalformed(row.name, { cause });
  }
  throw answerMalformed(row.name);
}
