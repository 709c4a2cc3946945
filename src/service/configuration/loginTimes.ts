import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import type { Row, Tables } from '../store/schema.js';
import { settingsFor } from './authProxyConfigs.js';

/** How long a login lasts, however often its session is renewed, and how long it counts as fresh (0: as long as it lasts). */
type LoginTimes = Pick<AuthProxySettings, 'maxSessionSeconds' | 'freshLoginSeconds'>;

/** The most that any configuration can allow in a top-level organization, where operators log in. */
const mostOfOperators: LoginTimes = { maxSessionSeconds: 8 * 3600, freshLoginSeconds: 900 };

/** What holds for the sessions of an organization: what the configuration says, and of operators' not more than theirs. */
export async function loginTimesFor(
  db: Kysely<Tables>,
  organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
): Promise<LoginTimes> {
  const { maxSessionSeconds, freshLoginSeconds } = await settingsFor(db, organization);
  if (organization.parent_id !== null) return { maxSessionSeconds, freshLoginSeconds };
  return {
    maxSessionSeconds: Math.min(maxSessionSeconds, mostOfOperators.maxSessionSeconds),
    freshLoginSeconds: Math.min(freshLoginSeconds || Number.POSITIVE_INFINITY, mostOfOperators.freshLoginSeconds),
  };
}
