import { readRefusal } from '../contract/readRefusal.js';
import { refusalsOf } from '../contract/refusalsOf.js';
import type { Operation } from '../contract/row.js';
import { activityRows, proxyRows, queryRows } from '../contract/rows.js';
import type { Service } from '../service/createService.js';

/**
 * Checks a service: every refusal must be listed on the row of its operation, or be common to its kind. Apps handle refusals by these
 * lists.
 */
export const watched = (service: Service): Service => ({
  ...service,
  fetch: async (request, connection) => listed(new URL(request.url).pathname, await service.fetch(request, connection)),
});

/** @throws {Error} if the answer is a refusal that the row at that path does not list */
export async function listed(path: string, response: Response): Promise<Response> {
  const row = rows.get(path);
  if (response.ok || !row || seen.has(response)) return response;
  seen.add(response);
  const { code } = readRefusal(response.status, await response.clone().json());
  receivedRefusals.add(`${row.path} ${code}`);
  if (refusalsOf(row).some((known) => known === code)) return response;
  throw new Error(`${row.name} answered ${code}, which its row does not list.`);
}

/** Refusals that were looked at: tests that watch one service twice read them once. */
const seen = new WeakSet<Response>();

/** The refusals answered so far, each a path and a code. */
export const receivedRefusals = new Set<string>();

const rows: ReadonlyMap<string, Operation> = new Map(
  [...Object.values(activityRows), ...Object.values(queryRows), ...Object.values(proxyRows)].map((row) => [
    row.path,
    row,
  ]),
);
