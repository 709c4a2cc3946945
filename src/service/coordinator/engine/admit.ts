import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { loginTimesFor } from '../../configuration/loginTimes.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';
import { type Caller, checkRecoveryKey, findVoter, isRecoveryKey, type Organization } from '../callers/caller.js';
import { belongingOf } from './admission/belonging.js';
import { type Decision, decideCase } from './admission/decision.js';
import { isLive } from './admission/liveness.js';
import { isAboutCaller, type Requested } from './admission/requested.js';
import { comesFirst } from './admission/requester.js';
import { checkSuspension } from './admission/suspension.js';
import { beginDecision } from './handlers/asking.js';
import type { Submission } from './incoming.js';
import { decideVote } from './pendingCase.js';
import { checkRecordBudget, type Recorder } from './record/recordBudget.js';

/** What became clear about a request that is let in. */
export type Admitted = {
  readonly nowMs: number;
  readonly organization: Organization;
  readonly caller: Caller;
  readonly credentials: readonly Row<'credentials'>[];
  /** Whether a webhook endpoint watches the organization. */
  readonly isWatched: boolean;
  readonly decision: Decision;
  /** The budgets that its record counts toward. */
  readonly recorder: Recorder | undefined;
};

/**
 * Admits a request whose time is current and whose caller is allowed. Checked in the transaction that records the activity, and also before
 * a preparation, so that a refused request causes no such work.
 *
 * @throws {RefusedError} TIMESTAMP_NOT_LIVE, ORGANIZATION_NOT_FOUND, PUBLIC_KEY_NOT_FOUND, API_KEY_EXPIRED, SUSPENDED, NOT_AUTHORIZED,
 * ALIAS_IN_POLICY, POLICY_TOO_COSTLY, FRESH_LOGIN_REQUIRED, TOO_MANY_ACTIVITIES, TOO_MANY_PENDING
 */
export async function admit(db: Kysely<Tables>, submission: Submission): Promise<Admitted> {
  const { tools, row, stampedWith, request, arrival, asking } = submission;
  const { note, clientAddress } = arrival;
  const nowMs = tools.clock();
  const { organizationId, parameters } = request;
  if (!isLive(request.timestampMs, nowMs)) throw refused('TIMESTAMP_NOT_LIVE');
  const named = { ...stampedWith, organizationId, nowMs, from: row.from };
  const { organization, caller, credentials, isWatched } = await findVoter(db, named);
  note({ organization: organization.organization_id, user: caller.user.user_id });
  checkRecoveryKey(row, caller);
  await checkSuspension(db, row, { organization, caller, credentials, parameters, nowMs });
  const approvals = caller.fromParent ? [] : [caller];
  const activity = {
    ...submission,
    versionName: request.versionName,
    organization,
    caller,
    parameters,
    approvals,
    nowMs,
  };
  beginDecision(asking, db);
  const decision = row.right === 'vote' ? await decideVote(db, activity) : await decideCase(db, activity);
  checkDecision(decision);
  if (decision.verdict === 'needs consensus') await checkWaiting(db, caller.user);
  const requested = { organization, caller, credentials, parameters, nowMs };
  await checkFreshLogin(db, row, requested);
  const recording = {
    organization,
    caller,
    clientAddress,
    belongsTo: belongingOf(caller, stampedWith),
    comesFirst: comesFirst(row, caller.user),
    endsSessions: decision.verdict === 'allow' && endsLivingSessions(row, requested),
  };
  const recorder = await checkRecordBudget(tools, db, recording, nowMs);
  return { nowMs, organization, caller, credentials, isWatched, decision, recorder };
}

/** @throws {RefusedError} NOT_AUTHORIZED, ALIAS_IN_POLICY, POLICY_TOO_COSTLY */
function checkDecision({ verdict, tooCostly }: Decision): void {
  if (verdict === 'too costly' && tooCostly) throw tooCostly;
  if (verdict === 'alias in a policy') throw refused('ALIAS_IN_POLICY');
  if (verdict !== 'allow' && verdict !== 'needs consensus') throw refused('NOT_AUTHORIZED');
}

/** A user may have ten activities that wait for others. @throws {RefusedError} TOO_MANY_PENDING */
async function checkWaiting(db: Kysely<Tables>, { organization_id, user_id }: Row<'users'>): Promise<void> {
  const waiting = await db
    .selectFrom('activities')
    .select('activity_id')
    .where('organization_id', '=', organization_id)
    .where('submitted_by', '=', user_id)
    .where('waiting_since_ms', 'is not', null)
    .limit(limits.pending.most)
    .execute();
  if (waiting.length === limits.pending.most) throw refused('TOO_MANY_PENDING');
}

/**
 * A session's stamp may come from a script in the page for a moment, and must not create what outlives every session: that requires a
 * session with a recent login, however often it was renewed.
 *
 * @throws {RefusedError} FRESH_LOGIN_REQUIRED
 */
async function checkFreshLogin(db: Kysely<Tables>, { fresh }: ActivityRow, request: Requested): Promise<void> {
  const { organization, caller, nowMs } = request;
  const { credential } = caller;
  if (fresh === 'never' || caller.fromParent) return;
  if (credential?.kind !== 'SESSION_KEY' || isRecoveryKey(caller)) return;
  if (fresh === 'except logout' && endsOwnSessions(request)) return;
  if (fresh === 'except self' && isAboutCaller(request)) return;
  const { freshLoginSeconds } = await loginTimesFor(db, organization);
  const freshFromMs = nowMs - freshLoginSeconds * 1000;
  const { loginId, loginAtMs } = credential;
  const isFresh = loginId !== null && loginAtMs !== null && loginAtMs >= freshFromMs;
  if (freshLoginSeconds > 0 && !isFresh) throw refused('FRESH_LOGIN_REQUIRED');
}

/** Whether nothing but session keys of the caller is deleted, each of which is there. */
function endsLivingSessions({ fresh }: ActivityRow, request: Requested): boolean {
  if (fresh !== 'except logout' || !endsOwnSessions(request)) return false;
  const held = request.credentials.map(({ credential_id }) => credential_id);
  const { apiKeyIds } = request.parameters as { readonly apiKeyIds: readonly string[] };
  return apiKeyIds.length > 0 && apiKeyIds.every((id) => held.includes(id));
}

/** Whether no key of the caller is named but session keys. One that the caller does not have is for the execution to refuse. */
function endsOwnSessions({ caller, credentials, parameters }: Requested): boolean {
  const { userId, apiKeyIds } = parameters as { userId?: unknown; apiKeyIds?: readonly string[] };
  const named = credentials.filter(({ credential_id }) => apiKeyIds?.includes(credential_id));
  return userId === caller.user.user_id && named.every(({ kind }) => kind === 'SESSION_KEY');
}
