import type { Activity } from '../../contract/activities.records.js';
import { readRefusal } from '../../contract/readRefusal.js';
import { type ActivityRow, type AnswerOf, newestOf, type QueryRow, type RequestOf } from '../../contract/row.js';
import { utf8 } from '../../crypto/bytes.js';
import { importSigningKey, publicKeyOf } from '../../crypto/p256.js';
import { LatchkeyError } from '../../errors.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import type { Clock } from '../tools.js';

/** Calls the coordinator as an organization's root user. */
export type RootCaller = {
  /** @throws {RefusedError} */
  readonly ask: <R extends QueryRow>(row: R, request: object) => Promise<AnswerOf<R>>;
  /** @throws {RefusedError} */
  readonly submit: <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => Promise<Activity>;
};

/** How a request gets to a coordinator: over the network, or within this process. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response>;

/** @param privateKey - P-256, 64 hex digits. */
export async function rootCaller(
  send: SendRequest,
  { organizationId, privateKey, clock }: { organizationId: string; privateKey: string; clock: Clock },
): Promise<RootCaller> {
  const stamper = keyStamper(await importSigningKey({ publicKey: await publicKeyOf(privateKey), privateKey }));
  const post = async (path: string, request: object): Promise<unknown> => {
    const body = utf8(JSON.stringify(request));
    const { name, value } = await stamper.stamp(body);
    const response = await send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [name]: value },
      body,
    });
    const answer = await jsonOf(response);
    if (!response.ok) throw readRefusal(response.status, answer, response.headers.get('Retry-After'));
    return answer;
  };
  return {
    ask: async (row, request) => (await post(row.path, { organizationId, ...request })) as AnswerOf<typeof row>,
    submit: async (row, parameters) => {
      const request = { type: newestOf(row).type, timestampMs: String(clock()), organizationId, parameters };
      return ((await post(row.path, request)) as { activity: Activity }).activity;
    },
  };
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    const message = `What answered with ${response.status} is no Latchkey service: its answer is no JSON.`;
    throw new AnswerError('ANSWER_MALFORMED', message, { cause });
  }
}

class AnswerError extends LatchkeyError<'ANSWER_MALFORMED'> {}
