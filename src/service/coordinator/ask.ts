import { refused } from '../../contract/refusals.js';
import type { QueryRow } from '../../contract/row.js';
import { queryRows } from '../../contract/rows.js';
import { readJsonBody, shaped } from '../http/readBody.js';
import type { Tools } from '../tools.js';
import { type Caller, findCaller } from './caller.js';
import { answers, type QueryName } from './duties.js';
import type { AnswerQuery } from './question.js';
import { checkStamp } from './stamped.js';
import type { Arrival } from './submit.js';

/**
 * The path of every query: raw bytes → stamp → strict JSON → row → key → may read → answer.
 *
 * @throws {RefusedError}
 */
export async function ask(tools: Tools, name: QueryName, arrival: Arrival): Promise<unknown> {
  const row: QueryRow = queryRows[name];
  const stamp = await checkStamp(arrival.headers, arrival.body, tools.primitives.verifyP256);
  const request = shaped(row.request, readJsonBody(arrival.body)) as { organizationId: string };
  return tools.store.read(async (db) => {
    const { organization, caller } = await findCaller(db, {
      organizationId: request.organizationId,
      publicKey: stamp.publicKey,
      nowMs: tools.clock(),
      from: 'organization or parent',
    });
    if (!mayRead(row, caller)) throw refused('NOT_AUTHORIZED');
    return (answers[name] as AnswerQuery<QueryRow>)(request as never, { tools, db, organization, caller });
  });
}

/** Every user reads its own organization and its sub-organizations; the proxy user only looks accounts up, in its own. */
const mayRead = (row: QueryRow, { user, fromParent }: Caller): boolean =>
  user.is_proxy === 0 || (!fromParent && (row.name === 'list_suborgs' || row.name === 'list_verified_suborgs'));
