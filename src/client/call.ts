import type { ActivityRow, AnswerOf, Operation, ProxyRow, QueryRow, RequestOf } from '../contract/row.js';
import type { QueryRequest } from './ask.js';
import { askProved } from './askProved.js';
import { callProxy } from './callProxy.js';
import type { Client } from './createClient.js';
import { namedSigner } from './passkeys/namedSigner.js';
import { type SubmitOptions, submit } from './submit.js';

/** The request for a row: an activity's parameters, or a request, in which a query may omit the organization. */
export type CallRequest<R extends Operation> = R extends QueryRow ? QueryRequest<R> : RequestOf<R>;

/**
 * Calls one operation of the service and returns its typed answer: the response of an auth proxy call or of a stamped query, or the result
 * of a stamped activity once it is executed.
 *
 * If the answer is lost, the identical bytes are sent again, at most twice, unless that would have a second effect: a code is sent once.
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
      return askProved(client, row, request as QueryRequest<QueryRow>, await namedSigner(client, options));
    case 'activity':
      return (await submit(client, row, request as RequestOf<ActivityRow>, options)).result;
  }
}
