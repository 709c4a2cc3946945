import { refused } from '../../contract/refusals.js';
import { activityRows, proxyRows, queryRows } from '../../contract/rows.js';
import type { Connection } from '../coordinator/coordinator.js';
import { refusalOfFailure } from '../failure.js';
import { answerRefusal } from '../http/answers.js';
import { harmlessSpans } from '../http/harmlessSpans.js';
import type { RequestNotes } from '../http/note.js';
import { pathOf } from '../http/pathOf.js';
import { traceIdOf } from '../http/traceparent.js';
import type { Clock, Log } from '../tools.js';
import type { StartSpan, TraceSpan } from '../tracing.js';

/** The service's `fetch`, or what stands before it. */
export type Fetch = (request: Request, connection: Connection) => Promise<Response>;

/** A request that was answered, for log and metrics. */
export type Answered = {
  /** Ours, and in the answer as `X-Request-Id`. */
  readonly requestId: string;
  readonly clientAddress: string;
  readonly method: string;
  /** A path that the service itself named, else `unknown`; `unreadable` where there was no request. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly notes: RequestNotes;
};

export type AnsweringSettings = {
  readonly log: Log;
  readonly onAnswered: (answered: Answered) => void;
  readonly answerMs: number;
  readonly clock?: Clock;
  /** Makes each request a span. */
  readonly startSpan?: StartSpan | undefined;
};

/** A `fetch` that always answers in time, and reports each answer. */
export function answering(
  fetch: Fetch,
  { log, onAnswered, answerMs, clock = Date.now, startSpan: tracer }: AnsweringSettings,
): (request: Request, connection: Connection, requestId: string) => Promise<Response> {
  const startSpan = tracer && harmlessSpans(tracer, log);
  return async (request, connection, requestId) => {
    const startMs = clock();
    const { clientAddress = '' } = connection;
    const { method } = request;
    const path = knownPath(request.url);
    const span = startSpan && startRequestSpan(startSpan, { method, path, parent: connection.traceparent });
    const traceparent = span?.traceparent ?? connection.traceparent;
    // Filled in and not copied: this is done for every request.
    const notes: Writable<RequestNotes> = { organization: undefined, user: undefined, refusal: undefined };
    if (traceparent !== undefined) notes.trace = traceIdOf(traceparent);
    const note = ({ organization, user, refusal, contact, identity, sealError, sealed, activity }: RequestNotes) => {
      if (organization !== undefined) notes.organization = organization;
      if (user !== undefined) notes.user = user;
      if (refusal !== undefined) notes.refusal = refusal;
      if (contact !== undefined) notes.contact = contact;
      if (identity !== undefined) notes.identity = identity;
      if (sealError !== undefined) notes.sealError = sealError;
      if (sealed !== undefined) notes.sealed = sealed;
      if (activity !== undefined) notes.activity = activity;
    };
    const response = await withTimeout(
      fetch(request, { ...connection, clientAddress, requestId, traceparent, note }),
      answerMs,
    ).catch((error: unknown) => answerRefusal(refusalOfFailure(error, log, note), undefined, note));
    const { status } = response;
    if (span) endRequestSpan(span, status, notes);
    onAnswered({ requestId, clientAddress, method, path, status, ms: clock() - startMs, notes });
    return response;
  };
}

function startRequestSpan(
  startSpan: StartSpan,
  { method: sent, path, parent }: { method: string; path: string; parent: string | undefined },
): TraceSpan {
  const [method, name] = methods.has(sent) ? [sent, sent] : ['_OTHER', 'HTTP'];
  const attributes = { 'http.request.method': method };
  if (path === 'unknown') return startSpan(name, { kind: 'server', parent, attributes });
  return startSpan(`${name} ${path}`, { kind: 'server', parent, attributes: { ...attributes, 'http.route': path } });
}

/** Those of RFC 9110 and RFC 5789. @see OpenTelemetry semantic conventions, HTTP spans */
const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH'.split(' '));

function endRequestSpan(span: TraceSpan, status: number, { refusal }: RequestNotes): void {
  const isFault = status >= 500;
  span.end(
    {
      'http.response.status_code': status,
      ...(refusal !== undefined && { 'latchkey.refusal': refusal }),
      ...(isFault && { 'error.type': refusal ?? String(status) }),
    },
    isFault ? 'failed' : undefined,
  );
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

const routes: ReadonlySet<string> = new Set([
  ...[proxyRows, activityRows, queryRows]
    .flatMap((rows) => Object.values<{ path: string }>(rows))
    .map(({ path }) => path),
  ...['/health', '/ready', '/dashboard.json', '/dev/config', '/dev/inbox'],
]);

function knownPath(url: string): string {
  const path = pathOf(url);
  return routes.has(path) ? path : 'unknown';
}

/** A slower request continues, and its answer is returned to a repeat with the same bytes. */
function withTimeout(answer: Promise<Response>, answerMs: number): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refused('DEADLINE')), answerMs);
    answer.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
