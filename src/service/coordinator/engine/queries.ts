import { refused } from '../../../contract/refusals.js';
import type { QueryRow } from '../../../contract/row.js';
import { readJsonBody, shaped } from '../../http/readBody.js';
import type { Requester } from '../../limits/requestWork.js';
import type { Tools } from '../../tools.js';
import { type Caller, checkRecoveryKey, findCaller, type Organization } from '../callers/caller.js';
import { isUnproved, proveKey } from '../callers/keyProof.js';
import { readSessionHeader, sessionHeader } from '../callers/readOnlySession.js';
import { callerHeader, checkStamp, stampedWith, verifiedStamp } from '../callers/stamped.js';
import { proxyMay } from '../policy/decide.js';
import { requesterOf } from './admission/requester.js';
import type { ActivityHandlers, AnswerQuery } from './handlers/handler.js';
import { type Arrival, organizationNamedIn, toolsFor } from './incoming.js';
import { findCallerByKey } from './place.js';

/**
 * The path of every query: raw bytes → stamp, or read-only session → strict JSON → row → key → shape of the request → may read → answer.
 *
 * @throws {RefusedError}
 */
export async function answerQuery(
  shared: Tools,
  { row, answer, handlers }: Answering,
  arrival: Arrival,
): Promise<unknown> {
  const { work } = arrival;
  const tools = toolsFor(arrival, shared);
  const received = callerHeader(arrival.headers) === sessionHeader ? undefined : await checkStamp(arrival, tools);
  const found = received ? stampedWith(received) : await readSessionHeader(arrival.headers);
  const body = work.charge(() => readJsonBody(arrival.body));
  const named = { ...found, organizationId: organizationNamedIn(body), from: row.from };
  arrival.note({ organization: named.organizationId });
  const find = row.from.includes('sub-organization') ? findCallerByKey : findCaller;
  const { organization, caller } = await tools.store.read((db) => find(db, { ...named, nowMs: tools.clock() }));
  if (received) await verifiedStamp(tools, received, organization.organization_id);
  arrival.note({ organization: organization.organization_id, user: caller.user.user_id });
  const requester = requesterOfQuery(organization, caller);
  work.countQuery(requester, caller.credential?.id ?? caller.user.user_id);
  await work.knownToBe(requester);
  checkRecoveryKey(row, caller);
  const request = work.charge(() => shaped(row.request, body));
  if (!mayRead(row, caller)) throw refused('NOT_AUTHORIZED');
  if (isUnproved(caller)) await tools.store.transaction((transaction) => proveKey(transaction, organization, caller));
  return tools.store.read((db) => answer(request as never, { tools, db, organization, caller, handlers }));
}

type Answering = {
  readonly row: QueryRow;
  readonly answer: AnswerQuery<QueryRow>;
  readonly handlers: ActivityHandlers;
};

const requesterOfQuery = ({ organization_id, parent_id }: Organization, { user }: Caller): Requester =>
  requesterOf(noActivity, organization_id, { ...user, home_id: user.organization_id, parent_id });

/** A query deletes nothing, decides nothing and opens no session. */
const noActivity = { right: 'quorum', action: 'VERIFY' } as const;

/** Every user reads its own organization and its sub-organizations, where the row is for all; the proxy user only looks accounts up. */
const mayRead = (row: QueryRow, caller: Caller): boolean =>
  caller.user.is_proxy === 1 ? proxyMay(row, caller) : row.readers === undefined || caller.user.parent_id === null;
