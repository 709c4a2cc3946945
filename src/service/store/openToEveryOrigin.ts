import type { Store } from './store.js';

/** An enabled configuration of an auth proxy that allows every origin, if there is one. */
export async function openToEveryOrigin({ read }: Pick<Store, 'read'>): Promise<string | undefined> {
  const row = await read((db) =>
    db
      .selectFrom('auth_proxy_configs')
      .select('config_id')
      .where('enabled', '=', 1)
      .where('settings', 'like', '%"allowedOrigins":["*"]%')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.config_id;
}
