import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import type { Tables } from '../../store/schema.js';
import type { Caller, Organization, ShownCredential } from '../callers/caller.js';
import { isRecoveryKey } from '../callers/recoveryKey.js';

type Requested = {
  readonly organization: Organization;
  readonly caller: Caller;
  /** All that the caller holds. */
  readonly credentials: readonly ShownCredential[];
  readonly parameters: Record<string, unknown>;
  readonly nowMs: number;
};

/**
 * A session's stamp may come from a script in the page for a moment, and must not create what outlives every session: in a sub-organization
 * that requires a session with a recent login, however often it was renewed.
 *
 * @throws {RefusedError} FRESH_LOGIN_REQUIRED
 */
export async function checkFreshLogin(db: Kysely<Tables>, { fresh }: ActivityRow, request: Requested): Promise<void> {
  const { organization, caller, nowMs } = request;
  const { credential } = caller;
  if (fresh === 'not asked for' || organization.parent_id === null || caller.fromParent) return;
  if (credential?.kind !== 'SESSION_KEY' || isRecoveryKey(caller)) return;
  if (fresh === unlessEndsSessions && endsOwnSessions(request)) return;
  if (fresh === 'asked for, unless it is about the caller' && isAboutCaller(request)) return;
  const { freshLoginSeconds } = await settingsFor(db, organization);
  const freshFromMs = nowMs - freshLoginSeconds * 1000;
  const { loginId, loginAtMs } = credential;
  const isFresh = loginId !== null && loginAtMs !== null && loginAtMs >= freshFromMs;
  if (freshLoginSeconds > 0 && !isFresh) throw refused('FRESH_LOGIN_REQUIRED');
}

const isAboutCaller = ({ caller, parameters }: Requested): boolean => parameters.userId === caller.user.user_id;

const unlessEndsSessions = 'asked for, unless it ends own sessions';

/** Whether nothing but session keys of the caller is deleted, each of which is there. */
export function endsLivingSessions({ fresh }: ActivityRow, request: Requested): boolean {
  if (fresh !== unlessEndsSessions || !endsOwnSessions(request)) return false;
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
