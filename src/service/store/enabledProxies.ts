import type { Row } from './schema.js';
import type { Store } from './store.js';

type EnabledProxy = Pick<Row<'auth_proxy_configs'>, 'settings' | 'oauth2_credentials'>;

/** The first hundred auth proxies that are turned on, as they are stored. */
export function enabledProxies({ read }: Pick<Store, 'read'>): Promise<EnabledProxy[]> {
  return read((db) =>
    db
      .selectFrom('auth_proxy_configs')
      .select(['settings', 'oauth2_credentials'])
      .where('enabled', '=', 1)
      .limit(100)
      .execute(),
  );
}
