import type { BytesColumn, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface Oauth2Tables {
  oauth2_credentials: Oauth2CredentialsTable;
  id_token_keys: IdTokenKeysTable;
}

export const oauth2Migrations: Migrations = {};

export const oauth2Sealed = {
  oauth2ClientSecret: {
    table: 'oauth2_credentials',
    column: 'sealed_client_secret',
    id: 'credential_id',
    purpose: 'OAuth 2.0 client secret',
  },
  idTokenKey: { table: 'id_token_keys', column: 'sealed_key', id: 'key_id', purpose: 'ID token key' },
} as const satisfies Record<string, SealedColumn<keyof Oauth2Tables>>;

/** An organization's apps at providers whose codes the service exchanges. */
interface Oauth2CredentialsTable {
  organization_id: string;
  credential_id: string;
  provider: 'OAUTH2_PROVIDER_X' | 'OAUTH2_PROVIDER_DISCORD';
  client_id: string;
  sealed_client_secret: BytesColumn;
  created_at_ms: number;
  updated_at_ms: number;
}

/** The P-256 key that the service signs its own ID tokens with. It is the service's own: `organization_id` is the empty string. */
interface IdTokenKeysTable {
  organization_id: string;
  key_id: string;
  /** 33 bytes, hex. */
  public_key: string;
  sealed_key: BytesColumn;
  created_at_ms: number;
}
