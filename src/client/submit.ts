import { type Activity, activityAnswer } from '../contract/activities.records.js';
import { readActivity } from '../contract/readActivity.js';
import { RefusedError } from '../contract/refusals.js';
import { type ActivityRow, type AnswerOf, newestOf, type RequestOf } from '../contract/row.js';
import { answerMalformed } from './answerError.js';
import { post } from './ask.js';
import type { Client } from './createClient.js';
import { loadPart } from './loadPart.js';
import { namedSigner, type SignerOptions } from './passkeys/namedSigner.js';
import { readAnswer } from './readAnswer.js';
import { settle } from './settle.js';
import { type CallOptions, type RequestSigner, withSigner } from './signer.js';

/** An executed activity with its typed result. */
export type Submitted<R extends ActivityRow> = { readonly activity: Activity; readonly result: AnswerOf<R> };

/** Options of an activity's submission. */
export type SubmitOptions = SignerOptions & {
  /**
   * If the login is too old (FRESH_LOGIN_REQUIRED), the request is sent again with a passkey of the logged-in person: the browser asks for
   * it.
   */
  readonly freshBy?: 'passkey' | undefined;
  /**
   * Asks for App Proofs of the addresses that the activity derives. Default: where the setting `verifyProofs` is not `never`, the activity
   * derives addresses, and the service says that it makes proofs.
   */
  readonly generateAppProofs?: boolean | undefined;
};

/**
 * Submits an activity and waits until it is executed.
 *
 * @throws as {@link call} does; {@link UnprovedError} where `verifyProofs` is `required` and an address does not verify that it has made
 */
export async function submit<R extends ActivityRow>(
  client: Client,
  row: R,
  parameters: RequestOf<R>,
  { freshBy, generateAppProofs, ...options }: SubmitOptions = {},
): Promise<Submitted<R>> {
  const { verifyProofs = 'never' } = client.settings;
  const proofs = verifyProofs === 'never' ? undefined : await loadPart(import('./proofs/newAddresses.js'));
  const asking =
    generateAppProofs === undefined
      ? await proofs?.askingOf(client, row, parameters, options)
      : generateAppProofs && { generateAppProofs };
  const request = { parameters, ...asking };
  const sendBy = async (by: SignerOptions) => {
    const named = await namedSigner(client, by);
    return withSigner(client, named, (signer) => send(client, row, request, signer, named));
  };
  const first = await sendBy(options).catch((error: unknown) => {
    if (freshBy && isStale(error)) return sendBy({ ...options, stamper: freshBy });
    throw error;
  });
  // A passkey stamps once; the session queries the outcome.
  const { stamper, ...followers } = options;
  const followed = stamper === 'passkey' ? followers : { ...followers, stamper };
  const activity = await settle(client, row, first, followed);
  const result = resultOf(row, activity);
  if (verifyProofs === 'required') await proofs?.provedDerivation(client, { row, parameters, result }, followed);
  return { activity, result };
}

const isStale = (error: unknown): boolean => error instanceof RefusedError && error.code === 'FRESH_LOGIN_REQUIRED';

/**
 * If the service refuses the device's clock, the client knows the right time from the answer, and sends the request once more. If somebody
 * else has cast a vote with the same bytes, the vote is sent with a later timestamp, at most twice.
 */
async function send(
  client: Client,
  row: ActivityRow,
  request: object,
  signer: RequestSigner,
  options: CallOptions,
): Promise<Activity> {
  const { organizationId } = signer;
  const now = () => Math.round(client.clock.now());
  let timeMs = ownMillisecond(client, now());
  for (let tries = 1; ; tries += 1)
    try {
      const body = { type: newestOf(row).type, timestampMs: String(timeMs), organizationId, ...request };
      return readAnswer(row.name, activityAnswer, await post(client, row, body, signer, options)).activity;
    } catch (error) {
      const code = error instanceof RefusedError && error.code;
      if (code === 'TIMESTAMP_NOT_LIVE' && tries === 1) timeMs = now();
      else if (code === 'VOTE_NOT_COUNTED' && tries < 3) timeMs = Math.max(now(), timeMs + 1);
      else throw error;
    }
}

/**
 * The time, or the next millisecond that no request of this client has: the same bytes would be the same activity. A clock that was set back
 * by more than a second is followed.
 */
function ownMillisecond(client: Client, nowMs: number): number {
  const before = sentAtMs.get(client) ?? 0;
  const timeMs = nowMs <= before && before - nowMs < 1_000 ? before + 1 : nowMs;
  sentAtMs.set(client, timeMs);
  return timeMs;
}

const sentAtMs = new WeakMap<Client, number>();

/** The result of an executed activity. @throws {AnswerError} ANSWER_MALFORMED */
export function resultOf<R extends ActivityRow>(row: R, activity: Activity): AnswerOf<R> {
  try {
    const { result } = readActivity(row, activity);
    if (result !== undefined) return result as AnswerOf<R>;
  } catch (cause) {
    throw answerMalformed(row.name, { cause });
  }
  throw answerMalformed(row.name);
}
