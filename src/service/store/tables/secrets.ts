import type { BytesColumn, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface SecretsTables {
  trust_keys: TrustKeysTable;
  check_values: CheckValuesTable;
}

export const secretsMigrations: Migrations = {};

export const secretsSealed = {
  trustKey: { table: 'trust_keys', column: 'sealed_key', id: 'purpose', purpose: 'trust key' },
} as const satisfies Record<string, SealedColumn<keyof SecretsTables>>;

/** The key pairs that clients pin, one a purpose. */
interface TrustKeysTable {
  organization_id: string;
  purpose: 'signer' | 'notarizer' | 'tls_fetcher_sign' | 'tls_fetcher_encrypt';
  public_key: string;
  sealed_key: BytesColumn;
}

/** Which keys of each secret are in use: a service that lacks one of them does not start. */
interface CheckValuesTable {
  secret: 'master key' | 'code pepper' | 'proxy key';
  key_id: string;
  /** What only that key makes or opens. */
  value: BytesColumn;
  /** When a service last recorded that it uses this key: each does so once a minute. */
  used_at_ms: number;
}
