import type { Row } from './schema.js';
import type { Store } from './store.js';

/** The settings of the first hundred auth proxies that are turned on, as they are stored. */
export function enabledProxies({ read }: Pick<Store, 'read'>): Promise<Pick<Row<'auth_proxy_configs'>, 'settings'>[]> {
  return read((db) =>
    db.selectFrom('auth_proxy_configs').select('settings').where('enabled', '=', 1).limit(100).execute(),
  );
}
