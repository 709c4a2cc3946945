import type { Generated } from 'kysely';
import type { BytesColumn, Flag, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface AuthProxyTables {
  auth_proxy_configs: AuthProxyConfigsTable;
}

export const authProxyMigrations: Migrations = {
  /** When each setting was changed last. */
  '0047-auth-proxy-revisions':
    ({ sql, types: { text } }) =>
    async (db) => {
      await sql`alter table auth_proxy_configs add column member_revisions ${text} not null default '{}'`.execute(db);
    },
};

/** The one column that is sealed to the proxy's keys instead of the master keys. */
export const proxyKeyColumn = {
  table: 'auth_proxy_configs',
  column: 'sealed_proxy_key',
  id: 'config_id',
} as const satisfies Omit<SealedColumn<keyof AuthProxyTables>, 'purpose'>;

export const authProxySealed = {
  turnstileSecretKey: {
    table: 'auth_proxy_configs',
    column: 'sealed_turnstile_secret',
    id: 'config_id',
    purpose: 'Turnstile secret key',
  },
} as const satisfies Record<string, SealedColumn<keyof AuthProxyTables>>;

/** The auth proxy's configurations, the one table that the proxy reads. */
interface AuthProxyConfigsTable {
  config_id: string;
  organization_id: string;
  enabled: Flag;
  proxy_user_id: string;
  proxy_public_key: string;
  sealed_proxy_key: BytesColumn;
  verification_public_key: string;
  /** JSON. */
  settings: string;
  /** JSON: those of the organization, which the proxy does not read. */
  features: string;
  /** JSON: what the proxy knows of the organization's OAuth 2.0 credentials, oldest first. */
  oauth2_credentials: string;
  /** The secret key of the captcha's verifier; `null` if none was ever set. */
  sealed_turnstile_secret: BytesColumn | null;
  created_at_ms: number;
  /** Later with each change, so that it is its revision. */
  updated_at_ms: number;
  /** JSON: of each setting that was changed, the revision of its last change; none from before such were kept. */
  member_revisions: Generated<string>;
}
