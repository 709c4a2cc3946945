import { refused } from '../../contract/refusals.js';
import { activityRows, proxyRows, queryRows } from '../../contract/rows.js';
import type { Connection } from '../coordinator/coordinator.js';
import { answerRefusal } from '../http/door.js';
import { pathOf } from '../http/pathOf.js';
import type { Clock, Log } from '../tools.js';

/** The service's `fetch`, or what stands before it. */
export type Fetch = (request: Request, connection: Connection) => Promise<Response>;

/**
 * A `fetch` that answers in time, whatever happens, and writes a line about each answer:
 * `{time, event: "request", method, path, status, ms}`. The line never says who asked, what, or with which headers; of the path
 * only what the service itself named.
 */
export function answering(
  fetch: Fetch,
  { log, logRequest, answerMs, clock = Date.now }: { log: Log; logRequest: Log; answerMs: number; clock?: Clock },
): Fetch {
  return async (request, connection) => {
    const startMs = clock();
    const response = await inTime(fetch(request, connection), answerMs).catch((error: unknown) =>
      answerRefusal(error, log),
    );
    logRequest('request', {
      method: request.method,
      path: knownPath(request.url),
      status: response.status,
      ms: clock() - startMs,
    });
    return response;
  };
}

const routes: ReadonlySet<string> = new Set([
  ...[proxyRows, activityRows, queryRows]
    .flatMap((rows) => Object.values<{ path: string }>(rows))
    .map(({ path }) => path),
  ...['/health', '/ready', '/dev/config', '/dev/inbox'],
]);

function knownPath(url: string): string {
  const path = pathOf(url);
  return routes.has(path) ? path : 'unknown';
}

/** What takes longer goes on, and answers the one who asks again with the same bytes. */
function inTime(answer: Promise<Response>, answerMs: number): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refused('DEADLINE')), answerMs);
    answer.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
