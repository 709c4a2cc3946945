import type { BytesColumn, Flag, SealedColumn } from '../columns.js';

/** The tables of this area. */
export interface AuthProxyTables {
  auth_proxy_configs: AuthProxyConfigsTable;
}

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
  updated_at_ms: number;
}
