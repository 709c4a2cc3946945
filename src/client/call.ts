import type { ActivityRow, AnswerOf, Operation, ProxyRow, QueryRow, RequestOf } from '../contract/row.js';
import { ask, type QueryRequest } from './ask.js';
import { callProxy } from './callProxy.js';
import type { Client } from './createClient.js';
import { namedSigner } from './passkeys/signer.js';
import { type SubmitOptions, submit } from './submit.js';

/** What a row is called with: an activity's parameters, or a request, in which a query need not name the organization. */
export type CallRequest<R extends Operation> = R extends QueryRow ? QueryRequest<R> : RequestOf<R>;

/**
 * Asks the service one question, and answers with its typed answer: of the auth proxy, with its response; of a query,
 * stamped, with its response; of an activity, stamped, with its result once it is executed.
 *
 * An answer that was lost is asked for again with the identical bytes, at most twice, where that has no second effect: a code
 * is sent once.
 *
 * @throws {RefusedError} the service said no; which codes, each row says
 * @throws {UnreachableError} NETWORK_FAILED, TIMED_OUT, UNREACHABLE_OR_ORIGIN
 * @throws {AnswerError} ANSWER_MALFORMED
 * @throws {ActivityPendingError} ACTIVITY_NEEDS_APPROVAL, ACTIVITY_NEEDS_AUTHENTICATORS, ACTIVITY_STILL_PENDING
 * @throws {SessionError} SESSION_GONE
 * @throws {PasskeyError} where a passkey is to stamp
 * @throws the signal's reason, once it is aborted
 */
export async function call<R extends Operation>(
  client: Client,
  row: R,
  request: CallRequest<R>,
  options: SubmitOptions = {},
): Promise<AnswerOf<R>> {
  return (await dispatch(client, row, request, options)) as AnswerOf<R>;
}

async function dispatch(client: Client, row: Operation, request: unknown, options: SubmitOptions): Promise<unknown> {
  switch (row.kind) {
    case 'proxy':
      return callProxy(client, row, request as RequestOf<ProxyRow>, options);
    case 'query':
      return ask(client, row, request as QueryRequest<QueryRow>, await namedSigner(client, options));
    case 'activity':
      return (await submit(client, row, request as RequestOf<ActivityRow>, options)).result;
  }
}
