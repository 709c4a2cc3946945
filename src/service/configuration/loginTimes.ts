import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import type { Row, Tables } from '../store/schema.js';
import { settingsFor } from './authProxyConfigs.js';

/** How long the login of a session counts as fresh; 0: at any age. */
type LoginTimes = Pick<AuthProxySettings, 'freshLoginSeconds'>;

/** An operator's session can do more than a person's: a login that changes who can log in is never older. */
const operatorsFreshSeconds = 900;

/** What holds in an organization: the configuration's, and in a top-level organization, where operators log in, no more than theirs. */
export async function loginTimesFor(
  db: Kysely<Tables>,
  organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
): Promise<LoginTimes> {
  const { freshLoginSeconds } = await settingsFor(db, organization);
  if (organization.parent_id !== null) return { freshLoginSeconds };
  return { freshLoginSeconds: Math.min(freshLoginSeconds || operatorsFreshSeconds, operatorsFreshSeconds) };
}
