import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { isSessionKey } from '../../../contract/sessionKeys.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import type { Tables } from '../../store/schema.js';
import type { ShownKey } from '../users/records.js';
import type { Caller, Organization } from './caller.js';

type Asked = {
  readonly organization: Organization;
  readonly caller: Caller;
  /** All that the caller holds. */
  readonly keys: readonly ShownKey[];
  readonly parameters: Record<string, unknown>;
  readonly nowMs: number;
};

/**
 * Whoever can stamp as a session for a moment, as a script in the page can, must not make of it what outlives every session:
 * in a sub-organization that takes a session whose login is recent, however often it was renewed since.
 *
 * @throws {RefusedError} FRESH_LOGIN_REQUIRED
 */
export async function checkFreshLogin(db: Kysely<Tables>, { fresh }: ActivityRow, asked: Asked): Promise<void> {
  const { organization, caller, nowMs } = asked;
  const { key } = caller;
  if (fresh === 'not asked for' || organization.parent_id === null || caller.fromParent) return;
  if (!key || !isSessionKey(key.credentialType)) return;
  if (fresh === 'asked for, unless it ends own sessions' && endsOwnSessions(asked)) return;
  const { freshLoginSeconds } = await settingsFor(db, organization);
  const freshFromMs = nowMs - freshLoginSeconds * 1000;
  const isFresh = key.loginId !== null && key.loginAtMs !== null && key.loginAtMs >= freshFromMs;
  if (freshLoginSeconds > 0 && !isFresh) throw refused('FRESH_LOGIN_REQUIRED');
}

/** Whether no key of the caller is named but session keys. One that the caller does not have is for the execution to refuse. */
function endsOwnSessions({ caller, keys, parameters }: Asked): boolean {
  const { userId, apiKeyIds } = parameters as { userId?: unknown; apiKeyIds?: readonly string[] };
  const named = keys.filter(({ api_key_id }) => apiKeyIds?.includes(api_key_id));
  return userId === caller.user.user_id && named.every(({ credential_type }) => isSessionKey(credential_type));
}
