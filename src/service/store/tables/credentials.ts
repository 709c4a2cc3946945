import type { Flag } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface CredentialsTables {
  credentials: CredentialsTable;
  credential_index: CredentialIndexTable;
  unproved_keys: UnprovedKeysTable;
}

export const credentialsMigrations: Migrations = {};

/** What a user's requests are stamped with, of every kind. */
interface CredentialsTable {
  organization_id: string;
  credential_id: string;
  user_id: string;
  kind: CredentialKind;
  credential_name: string;
  /** What a stamp names it by, once in an organization: its public key; a passkey's `passkey/` and credential id; an identity's `oidc/` and hash; `session/` and the hash of a read-only session. */
  lookup_key: string;
  /** Of an identity at a provider, which has none, its `lookup_key`. */
  public_key: string;
  /** Its type on the wire. @see docs/wire.md 2.12 */
  credential_type: string;
  curve_type: string;
  /** JSON of a {@link PasskeyRecord}; `null` of keys. */
  passkey: string | null;
  /** JSON of a {@link ProviderRecord}; `null` of all but OAuth providers. */
  provider: string | null;
  /** How often a passkey has signed; 0 where it does not count, `null` of keys. */
  sign_count: number | null;
  expiration_seconds: number | null;
  expires_at_ms: number | null;
  /** The login that it came by, itself or through another credential; `null` where it came by none. */
  login_id: string | null;
  /** When its holder logged in: of session keys alone, and the same in all that renew one another. */
  login_at_ms: number | null;
  /**
   * Whether look-ups find it: not (0) until its holder stamps with it here; since then (1); from the beginning (2), as keys that a parent's
   * own credential gave, or of a top-level organization, for which nobody notes whether they have stamped. Of an identity: not (0) until
   * the key stamps here that its token names, which stands in its `lookup_key` so long.
   */
  is_proved: Flag | 2;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Its columns, for a statement that reads it as JSON. */
export const credentialColumns = Object.keys({
  organization_id: true,
  credential_id: true,
  user_id: true,
  kind: true,
  credential_name: true,
  lookup_key: true,
  public_key: true,
  credential_type: true,
  curve_type: true,
  passkey: true,
  provider: true,
  sign_count: true,
  expiration_seconds: true,
  expires_at_ms: true,
  login_id: true,
  login_at_ms: true,
  is_proved: true,
  created_at_ms: true,
  updated_at_ms: true,
} satisfies Record<keyof CredentialsTable, true>) as (keyof CredentialsTable)[];

/** What is kept of a passkey beside its public key. */
export type PasskeyRecord = {
  /** Base64url. */
  readonly credentialId: string;
  readonly rpId: string;
  /** The authenticator's model, as a UUID. */
  readonly aaguid: string;
  /** As the wire names them. */
  readonly transports: readonly string[];
  readonly backupEligible: boolean;
};

/** An identity at a provider. */
export type ProviderRecord = { readonly issuer: string; readonly audience: string; readonly subject: string };

/**
 * Session keys are created by logins, and expire; API keys are valid as long as their holder chooses. A read-only session is a secret,
 * stored as a hash, and cannot stamp.
 */
export type CredentialKind = 'API_KEY' | 'SESSION_KEY' | 'READ_ONLY_SESSION' | 'PASSKEY' | 'OAUTH_PROVIDER';

/** Proved credentials of a parent's sub-organizations, by what a stamp names them by. */
interface CredentialIndexTable {
  parent_id: string;
  lookup_key: string;
  organization_id: string;
  user_id: string;
}

/** Keys that wait for their first stamp in a sub-organization whose only credential they are. */
interface UnprovedKeysTable {
  parent_id: string;
  public_key: string;
  created_at_ms: number;
  organization_id: string;
  expires_at_ms: number | null;
}
