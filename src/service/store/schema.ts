import type { Insertable, Selectable } from 'kysely';
import type { Bytes, Flag } from './columns.js';
import type { CodeCountsTable, OutboxTable } from './deliveryTables.js';
import type {
  AuthProxyConfigsTable,
  CheckValuesTable,
  ContactsTable,
  CredentialsTable,
  OrganizationsTable,
  ParentFingerprintsTable,
  UnprovedKeysTable,
} from './globalTables.js';

/**
 * Every table of the service. The key of each begins with the organization, so that a distributed engine can shard on it; the
 * few that cannot are in `globalTables.ts`.
 *
 * Units and encodings, the same on SQLite and PostgreSQL: `…_id` a UUID as text, `…_at_ms` and `…_until_ms` milliseconds
 * since 1970 as safe integers, flags 0 or 1, JSON as text, `sealed_…` encrypted bytes. Text is compared byte by byte.
 */
export interface Tables {
  organizations: OrganizationsTable;
  auth_proxy_configs: AuthProxyConfigsTable;
  contacts: ContactsTable;
  credentials: CredentialsTable;
  unproved_keys: UnprovedKeysTable;
  parent_fingerprints: ParentFingerprintsTable;
  check_values: CheckValuesTable;
  users: UsersTable;
  api_keys: ApiKeysTable;
  wallets: WalletsTable;
  wallet_accounts: WalletAccountsTable;
  activities: ActivitiesTable;
  votes: VotesTable;
  sealed_answers: SealedAnswersTable;
  otp_codes: OtpCodesTable;
  wrong_tries: WrongTriesTable;
  code_counts: CodeCountsTable;
  verification_tokens: VerificationTokensTable;
  outbox: OutboxTable;
  trust_keys: TrustKeysTable;
}

/** A row as it is read: `Row<'users'>`. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
/** A row as it is written: `NewRow<'users'>`; columns that may be null may be left out. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

export interface UsersTable {
  organization_id: string;
  user_id: string;
  /** The organization's parent, so that it finds its sub-organizations by their users. */
  parent_id: string | null;
  user_name: string;
  email: string | null;
  email_verified: Flag;
  phone_number: string | null;
  phone_verified: Flag;
  is_root: Flag;
  is_proxy: Flag;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface ApiKeysTable {
  organization_id: string;
  api_key_id: string;
  user_id: string;
  api_key_name: string;
  public_key: string;
  credential_type: string;
  curve_type: string;
  expiration_seconds: number | null;
  expires_at_ms: number | null;
  /** The login that it came by, itself or through another credential; `null` where it came by none. */
  login_id: string | null;
  /** When its holder logged in: of session keys alone, and the same in all that renew one another. */
  login_at_ms: number | null;
  /** Whether its holder has stamped with it here, or a parent's own credential gave it: only then do look-ups find it. */
  is_proved: Flag;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface WalletsTable {
  organization_id: string;
  wallet_id: string;
  wallet_name: string;
  sealed_seed: Bytes;
  /** Words. */
  mnemonic_length: number;
  exported: Flag;
  imported: Flag;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface WalletAccountsTable {
  organization_id: string;
  wallet_account_id: string;
  wallet_id: string;
  curve: string;
  path_format: string;
  path: string;
  address_format: string;
  address: string;
  public_key: string;
  sealed_key: Bytes;
  name: string | null;
  created_at_ms: number;
  updated_at_ms: number;
}

/** One row a request: (organization, fingerprint) is its idempotency key. */
export interface ActivitiesTable {
  organization_id: string;
  activity_id: string;
  /** `sha256:` of the raw body. */
  fingerprint: string;
  type: string;
  kind: string;
  status: string;
  /** The user who submitted it: of the organization, or (logins) of its parent. */
  submitted_by: string;
  /** JSON, secret members redacted. */
  intent: string;
  /** JSON, secret members redacted. */
  result: string;
  /** JSON; `null` where it did not fail. */
  failure: string | null;
  /** JSON: the vote that decided it when it was submitted; `null` where its votes are rows of their own. */
  sole_vote: string | null;
  /** Whose auth proxy's user submitted it, until its contents are deleted; `null` for everybody else's. */
  proxy_organization_id: string | null;
  /** Of those: the canonical contact that it was about; once its contents are deleted, a keyed hash of it. */
  contact: string | null;
  /** The time that the request itself bears. */
  timestamp_ms: number;
  window_opened_at_ms: number;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface VotesTable {
  organization_id: string;
  activity_id: string;
  user_id: string;
  vote_id: string;
  /** JSON: the user as it was when it voted. */
  user_record: string;
  selection: string;
  message: string;
  public_key: string;
  signature: string;
  scheme: string;
  created_at_ms: number;
}

/** What an activity with secret members answered, for the one who asked, while the same bytes may come again. */
export interface SealedAnswersTable {
  organization_id: string;
  activity_id: string;
  sealed_result: Bytes | null;
  sealed_parameters: Bytes | null;
  expires_at_ms: number | null;
}

export interface OtpCodesTable {
  organization_id: string;
  otp_id: string;
  otp_type: string;
  contact: string;
  /** What limits count the contact by: coarser than the contact. */
  limit_key: string;
  salt: string;
  code_hash: string;
  /** Characters. */
  length: number;
  alphanumeric: Flag;
  /** Keyed hash of the client address that asked for it, or a parent's own word for who did; empty where nobody is named. */
  asker: string;
  /** Hash of the id of the device token that asked for it; `null` where a stranger did. */
  device: string | null;
  tries: number;
  /** When the last of its tries was wrong. */
  spent_at_ms: number | null;
  expires_at_ms: number;
  retired: Flag;
  verified_token_id: string | null;
  verified_public_key: string | null;
  /** By which activity: whoever asks the same again is answered with it. */
  verified_activity_id: string | null;
  sealed_token: Bytes | null;
  created_at_ms: number;
}

/** Wrong tries at the codes of a contact. */
export interface WrongTriesTable {
  organization_id: string;
  /** What limits count the contact by. */
  limit_key: string;
  /** Whose they are: `strangers`, `devices` (all together) or `device <hash of its id>`. */
  counted: string;
  /** JSON: when each of the last ones was, in milliseconds since 1970, newest first; as many as the budget has. */
  times: string;
  /** 30 days after the newest. */
  expires_at_ms: number;
}

export interface VerificationTokensTable {
  organization_id: string;
  token_id: string;
  otp_type: string;
  contact: string;
  public_key: string | null;
  expires_at_ms: number;
  signed_up_organization_id: string | null;
  /** JSON. */
  signed_up_answer: string | null;
  signed_up_activity_id: string | null;
  login_public_key: string | null;
  login_organization_id: string | null;
  login_activity_id: string | null;
  sealed_session: Bytes | null;
  ended_at_ms: number | null;
  created_at_ms: number;
}

/** The key pairs that clients pin, one a purpose. */
export interface TrustKeysTable {
  organization_id: string;
  purpose: 'signer' | 'notarizer' | 'tls_fetcher_sign' | 'tls_fetcher_encrypt';
  public_key: string;
  sealed_key: Bytes;
}
