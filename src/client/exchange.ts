import { RefusedError } from '../contract/refusals.js';
import type { Operation } from '../contract/row.js';
import type { Bytes } from '../crypto/bytes.js';
import { answerMalformed } from './answerError.js';
import type { Client } from './createClient.js';
import { pause, startDeadline } from './deadline.js';
import { refusalOf } from './readAnswer.js';
import { networkFailed, timedOut, UnreachableError } from './unreachableError.js';

/** Options of every request. */
export type RequestOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Timeout of one request, its repetitions included. Default: the client's. */
  readonly timeoutMs?: number | undefined;
};

/** One request to the service, as bytes. */
export type Outgoing = {
  readonly row: Pick<Operation, 'name' | 'refusals'>;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
  /** Whether the identical bytes may be sent again if the answer is lost. */
  readonly repeatable: boolean;
};

/**
 * Sends a request and reads its answer. If the answer is lost and the request is repeatable, the identical bytes are sent again, at most
 * twice.
 *
 * @returns parsed JSON of any shape
 * @throws {RefusedError} {@link UnreachableError} NETWORK_FAILED, TIMED_OUT; {@link AnswerError} ANSWER_MALFORMED; the signal's reason,
 * once it is aborted
 */
export async function exchange(
  client: Client,
  outgoing: Outgoing,
  requestOptions: RequestOptions = {},
): Promise<unknown> {
  const { timeoutMs = client.settings.timeoutMs, signal } = requestOptions;
  const deadline = startDeadline(timeoutMs, () => timedOut(outgoing.url, timeoutMs), signal);
  try {
    for (const backOffMs of outgoing.repeatable ? backOffsMs : [])
      try {
        return await send(client, outgoing, deadline.signal);
      } catch (error) {
        if (deadline.signal.aborted || !isLost(error)) throw error;
        await pause(backOffMs * (1 + client.random()), deadline.signal);
      }
    return await send(client, outgoing, deadline.signal);
  } finally {
    deadline.stop();
  }
}

/** The delay before each repetition, up to doubled at random. */
const backOffsMs = [250, 1_000];

const isLost = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof RefusedError && [502, 503, 504].includes(error.status));

async function send(client: Client, outgoing: Outgoing, signal: AbortSignal): Promise<unknown> {
  const { ok, status, text, retryAfter } = await receive(client, outgoing, signal);
  const body = readJson(text);
  if (!ok) throw refusalOf(outgoing.row, status, body, retryAfter);
  if (body === undefined) throw answerMalformed(outgoing.row.name);
  return body;
}

type Received = { ok: boolean; status: number; text: string; retryAfter: string | null };

async function receive(client: Client, { url, headers, body }: Outgoing, signal: AbortSignal): Promise<Received> {
  signal.throwIfAborted();
  const sentAtMs = client.clock.onDevice();
  try {
    const answer = await client.fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
      body,
      signal,
      credentials: 'omit',
      redirect: 'error', // a signed request is never redirected to another host
      cache: 'no-store',
    });
    client.clock.learn(answer.headers.get('Date'), sentAtMs);
    const { ok, status } = answer;
    return { ok, status, text: await answer.text(), retryAfter: answer.headers.get('Retry-After') };
  } catch (cause) {
    signal.throwIfAborted();
    throw networkFailed(url, cause);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
