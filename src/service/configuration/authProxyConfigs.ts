import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import type { Row, Tables } from '../store/schema.js';
import { defaultSettings } from './authProxySettings.js';

/** The configuration of an organization's auth proxy, if it was ever enabled. */
export function authProxyConfigOf(
  db: Kysely<Tables>,
  organizationId: string,
): Promise<Row<'auth_proxy_configs'> | undefined> {
  return db
    .selectFrom('auth_proxy_configs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** The settings of an organization's configuration, defaults filled in. */
export async function settingsOf(db: Kysely<Tables>, organizationId: string): Promise<AuthProxySettings | undefined> {
  const config = await authProxyConfigOf(db, organizationId);
  return config && readSettings(config);
}

/** The settings that apply in an organization: those of its parent's configuration, or its own; the defaults without a configuration. */
export async function settingsFor(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
): Promise<AuthProxySettings> {
  return (await settingsOf(db, parent_id ?? organization_id)) ?? defaultSettings;
}

/** Settings that a later version adds take their defaults; sessions that were longer than the default's longest stay so. */
export function readSettings({ settings }: Pick<Row<'auth_proxy_configs'>, 'settings'>): AuthProxySettings {
  const stored = JSON.parse(settings) as Partial<AuthProxySettings>;
  const maxSessionSeconds = Math.max(defaultSettings.maxSessionSeconds, stored.sessionExpirationSeconds ?? 0);
  return { ...defaultSettings, maxSessionSeconds, ...stored };
}
