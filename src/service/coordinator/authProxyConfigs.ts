import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../contract/authProxy.js';
import { defaultSettings } from '../authProxySettings.js';
import type { Row, Tables } from '../store/schema.js';

/** The configuration of an organization's auth proxy, if it was ever enabled. */
export function configOf(db: Kysely<Tables>, organizationId: string): Promise<Row<'auth_proxy_configs'> | undefined> {
  return db
    .selectFrom('auth_proxy_configs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** What the configuration says, defaults filled in. */
export async function settingsOf(db: Kysely<Tables>, organizationId: string): Promise<AuthProxySettings | undefined> {
  const config = await configOf(db, organizationId);
  return config && readSettings(config);
}

/** Settings that a later version adds take their defaults. */
export const readSettings = ({ settings }: Pick<Row<'auth_proxy_configs'>, 'settings'>): AuthProxySettings => ({
  ...defaultSettings,
  ...(JSON.parse(settings) as Partial<AuthProxySettings>),
});
