import { type RefusedError, refused } from '../../contract/refusals.js';
import type { QueryRow } from '../../contract/row.js';
import { activityRows, queryRows } from '../../contract/rows.js';
import { unbuiltActivities, unbuiltQueries } from '../../contract/unbuilt.js';
import { refusalOfFailure } from '../failure.js';
import type { AnswerBudget } from '../http/answerBudget.js';
import { answerInSlices, answerJson, answerPreflight, answerRefusal } from '../http/answers.js';
import type { BodyBudget } from '../http/bodyBudget.js';
import { anyOrigin, preflightHeaders } from '../http/cors.js';
import { type Note, noteNothing } from '../http/note.js';
import { pathOf } from '../http/pathOf.js';
import { readRawBody } from '../http/readBody.js';
import { type RequestWork, unlimitedWork } from '../limits/requestWork.js';
import type { Tools } from '../tools.js';
import { SealError } from '../vault/seal.js';
import { countingFailures } from './countedFailures.js';
import { answerSubmission } from './engine/answerSubmission.js';
import type { ActivityName, AnswerQuery, QueryName } from './engine/handlers/handler.js';
import type { Arrival, Forwarded } from './engine/incoming.js';
import { answerQuery } from './engine/queries.js';
import { activityHandlers, answers } from './handlers.js';
import { jwksPath, webhookJwks } from './operations/webhooks/signingKey.js';
import { noticingRefusals } from './refusedStamp.js';

/** Where a request came from, according to the adapter. */
export type Connection = {
  /** The socket's address. */
  readonly clientAddress?: string;
  /** What its body may take of the memory. */
  readonly bodyBudget?: BodyBudget;
  /** What its answer may. */
  readonly answerBudget?: AnswerBudget;
  /** Whether the address is a trusted proxy's own, which stands for many clients. */
  readonly isOfProxies?: boolean;
  /** The operators' page and its organization, of a request at the port of their dashboard. */
  readonly dashboard?: { readonly origin: string; readonly organizationId: string };
  /** The request's own id, which the log has. */
  readonly requestId?: string | undefined;
  /** The trace that it belongs to, by a trusted proxy's word. @see W3C Trace Context, 3.2 */
  readonly traceparent?: string | undefined;
  /** Receives the request's facts for log and metrics. */
  readonly note?: Note;
};

/**
 * The coordinator's public API as a web-standard function.
 *
 * @param forwarded - by the auth proxy, if it forwards the request.
 * @see docs/wire.md S4.1
 */
export type Coordinator = (request: Request, connection?: Connection, forwarded?: Forwarded) => Promise<Response>;

type Answering = (arrival: Arrival) => Promise<unknown>;

/** Answers `POST /public/v1/submit/<name>` and `POST /public/v1/query/<name>`. */
export function createCoordinator(tools: Tools): Coordinator {
  const routes = new Map<string, Answering>([
    ...Object.entries(activityRows).map(
      ([name, row]) =>
        [
          row.path,
          countingFailures(
            tools,
            row,
            noticingRefusals(tools, row, (arrival: Arrival) =>
              answerSubmission(tools, { name: name as ActivityName, handlers: activityHandlers }, arrival),
            ),
          ),
        ] as const,
    ),
    ...Object.entries(queryRows).map(
      ([name, row]) =>
        [
          row.path,
          (arrival: Arrival) => {
            const answer = answers[name as QueryName] as AnswerQuery<QueryRow>;
            return answerQuery(tools, { row, answer, handlers: activityHandlers }, arrival);
          },
        ] as const,
    ),
  ]);
  return async (request, connection = {}, forwarded = undefined) => {
    const { clientAddress = '', bodyBudget, requestId, traceparent, note = noteNothing } = connection;
    if (request.method === 'OPTIONS') return answerPreflight(preflight);
    let own: RequestWork | undefined;
    try {
      if (request.method === 'GET' && pathOf(request.url) === jwksPath)
        return answerJson(await webhookJwks(tools), anyOrigin);
      const answer = routes.get(pathOf(request.url));
      if (!answer) throw unanswered(pathOf(request.url));
      if (request.method !== 'POST') throw refused('METHOD_NOT_ALLOWED');
      const body = await readRawBody(request, bodyBudget);
      own = forwarded ? undefined : await tools.openWork({ ...connection, clientAddress });
      const work = forwarded?.work ?? own ?? unlimitedWork;
      return await answerInSlices(
        await answer({
          headers: request.headers,
          body,
          clientAddress,
          requestId,
          traceparent,
          note,
          work,
          isForwarded: forwarded !== undefined,
          userTag: forwarded?.userTag,
        }),
        work,
        anyOrigin,
      );
    } catch (error) {
      // The proxy forwards under other paths: the operation is known here.
      if (error instanceof SealError) note({ activity: pathOf(request.url).split('/').at(-1) ?? '' });
      return answerRefusal(refusalOfFailure(error, tools.log, note), anyOrigin, note);
    } finally {
      own?.end();
    }
  };
}

const unbuilt: ReadonlySet<string> = new Set([
  ...unbuiltActivities.map((name) => `/public/v1/submit/${name}`),
  ...unbuiltQueries.map((name) => `/public/v1/query/${name}`),
]);

const unanswered = (path: string): RefusedError =>
  unbuilt.has(path) ? refused('NOT_YET_SUPPORTED', { about: path }) : refused('ROUTE_NOT_FOUND');

const preflight = preflightHeaders([
  'X-Stamp',
  'X-Stamp-Webauthn',
  'X-Stamp-Attested',
  'X-Session',
  'X-Client-Version',
]);
