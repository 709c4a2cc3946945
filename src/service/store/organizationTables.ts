import type { Tables } from './schema.js';

/**
 * The relation of a table's rows to an organization: `rows`; `keys` if they record whether they were exported; and `ways in` if their own
 * key begins with the parent's id, so that an organization's rows are found only by other values.
 */
type Holding<Table> = 'organization_id' extends keyof Table
  ? 'exported' extends keyof Table
    ? 'keys'
    : 'parent_id' extends keyof Table
      ? 'rows' | 'ways in'
      : 'rows'
  : 'nothing';

/** Every table; one that is not named here does not compile. */
const holdings = {
  organizations: 'rows',
  deleted_organizations: 'rows',
  auth_proxy_configs: 'rows',
  contacts: 'ways in',
  credential_index: 'ways in',
  unproved_keys: 'ways in',
  parent_fingerprints: 'ways in',
  check_values: 'nothing',
  users: 'rows',
  user_tags: 'rows',
  credentials: 'rows',
  policies: 'rows',
  policy_revisions: 'rows',
  policy_texts: 'rows',
  policy_cases: 'rows',
  invitations: 'rows',
  wallets: 'keys',
  wallet_accounts: 'rows',
  private_keys: 'keys',
  private_key_addresses: 'rows',
  private_key_tags: 'rows',
  tagged_private_keys: 'rows',
  import_targets: 'rows',
  smart_contract_interfaces: 'rows',
  activities: 'rows',
  votes: 'rows',
  sealed_answers: 'rows',
  otp_codes: 'rows',
  wrong_tries: 'rows',
  login_refusals: 'rows',
  statistics: 'rows',
  code_counts: 'rows',
  verification_tokens: 'rows',
  oidc_token_uses: 'rows',
  oauth2_credentials: 'rows',
  id_token_keys: 'rows',
  effects: 'rows',
  outbox: 'rows',
  sent_messages: 'rows',
  trust_keys: 'rows',
  webhook_endpoints: 'rows',
  webhook_deliveries: 'rows',
  webhook_keys: 'rows',
  email_templates: 'rows',
  tvc_operators: 'rows',
  tvc_operator_sets: 'rows',
  tvc_apps: 'rows',
  tvc_deployments: 'rows',
  tvc_approvals: 'rows',
  app_proofs: 'rows',
  boot_proofs: 'nothing',
  attestation_roots: 'rows',
} as const satisfies { readonly [Table in keyof Tables]: Holding<Tables[Table]> };

type TablesThatHold<What extends string> = {
  [Table in keyof Tables]: (typeof holdings)[Table] extends What ? Table : never;
}[keyof Tables];

/** The tables where an organization's rows are found by its id. */
export type OwnTable = TablesThatHold<'rows' | 'keys'>;
/** The tables by which a parent's requests find an organization. */
export type WayIn = TablesThatHold<'ways in'>;

const namesOf = <What extends string>(...what: What[]): TablesThatHold<What>[] =>
  Object.entries(holdings).flatMap(([table, holding]) =>
    (what as readonly string[]).includes(holding) ? [table as TablesThatHold<What>] : [],
  );

export const ownTables: readonly OwnTable[] = namesOf('rows', 'keys');

/**
 * Tables in which an organization may have a hundred thousand rows, and the column that distinguishes them: the second of the table's key.
 */
export const largeTables = {
  wallets: 'wallet_id',
  wallet_accounts: 'wallet_account_id',
  activities: 'activity_id',
  votes: 'activity_id',
  sealed_answers: 'activity_id',
  app_proofs: 'app_proof_id',
} as const satisfies { readonly [Table in OwnTable]?: keyof Tables[Table] };
export type LargeTable = keyof typeof largeTables;

export const keyTables: readonly TablesThatHold<'keys'>[] = namesOf('keys');
