import type { Row, Tables } from '../../../src/service/store/schema.js';
import type { Store } from '../../../src/service/store/store.js';

/** All rows of a database, as of one moment. */
export type Contents = { readonly [Table in keyof Tables]: readonly Row<Table>[] };

const tables = [
  ...(['organizations', 'auth_proxy_configs', 'contacts', 'credential_index', 'users', 'credentials'] as const),
  ...(['wallets', 'wallet_accounts', 'activities', 'votes', 'policies', 'sealed_answers', 'otp_codes'] as const),
  ...(['wrong_tries', 'code_counts', 'verification_tokens', 'outbox', 'trust_keys'] as const),
  ...(['user_tags', 'private_keys', 'private_key_addresses', 'private_key_tags', 'tagged_private_keys'] as const),
  ...([
    'import_targets',
    'oauth2_credentials',
    'effects',
    'invitations',
    'tvc_apps',
    'tvc_deployments',
    'webhook_endpoints',
    'webhook_deliveries',
    'app_proofs',
    'boot_proofs',
  ] as const),
] as const satisfies readonly (keyof Tables)[];

/** Reads every table in one transaction. */
export function contentsOf(store: Store): Promise<Contents> {
  return store.transaction(async (transaction) => {
    const read: Record<string, readonly unknown[]> = {};
    for (const table of tables) read[table] = await transaction.selectFrom(table).selectAll().execute();
    return read as unknown as Contents;
  });
}
