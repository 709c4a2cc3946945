import type { ActivityRow, AnswerOf, QueryRow, RequestOf } from '../contract/row.js';
import { utf8 } from '../crypto/bytes.js';
import type { Client } from './createClient.js';
import { exchange } from './exchange.js';
import { readAnswer } from './readAnswer.js';
import { type CallOptions, type RequestSigner, withSigner } from './signer.js';

/** The request of a query; the organization is the session's unless named. */
export type QueryRequest<R extends QueryRow> = SessionRequest<RequestOf<R>>;

/** A request whose organization is the session's unless named. */
export type SessionRequest<Request> = Omit<Request, 'organizationId'> & { organizationId?: string | undefined };

/** A stamped query. @throws as {@link call} does */
export async function ask<R extends QueryRow>(
  client: Client,
  row: R,
  { organizationId = undefined, ...request }: QueryRequest<R>,
  options: CallOptions = {},
): Promise<AnswerOf<R>> {
  const named = organizationId === undefined ? options : { ...options, organizationId };
  const answer = await withSigner(client, named, (signer) =>
    post(client, row, { organizationId: signer.organizationId, ...request }, signer, options),
  );
  return readAnswer(row.name, row.response, answer) as AnswerOf<R>;
}

/** Sends a stamped body to the coordinator. The stamp is over the exact bytes sent, so both can be sent again. */
export async function post(
  client: Client,
  row: QueryRow | ActivityRow,
  content: object,
  { stamper }: RequestSigner,
  options: CallOptions,
): Promise<unknown> {
  const body = utf8(JSON.stringify(content));
  const stamp = await stamper.stamp(body);
  const url = client.settings.coordinatorUrl + row.path;
  return exchange(client, { row, url, headers: { [stamp.name]: stamp.value }, body, repeatable: true }, options);
}
