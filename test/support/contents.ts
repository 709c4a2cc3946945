import { votesIn as inActivity } from '../../src/service/coordinator/pipeline/castVotes.js';
import type { Row, Tables } from '../../src/service/store/schema.js';
import type { Store } from '../../src/service/store/store.js';

/** A table that is not named here does not compile. */
const tables: Record<keyof Tables, true> = {
  organizations: true,
  policy_revisions: true,
  deleted_organizations: true,
  invitations: true,
  auth_proxy_configs: true,
  contacts: true,
  credential_index: true,
  unproved_keys: true,
  parent_fingerprints: true,
  check_values: true,
  users: true,
  user_tags: true,
  credentials: true,
  wallets: true,
  wallet_accounts: true,
  private_keys: true,
  private_key_addresses: true,
  import_targets: true,
  private_key_tags: true,
  tagged_private_keys: true,
  smart_contract_interfaces: true,
  activities: true,
  votes: true,
  policies: true,
  sealed_answers: true,
  otp_codes: true,
  wrong_tries: true,
  code_counts: true,
  verification_tokens: true,
  oidc_token_uses: true,
  oauth2_credentials: true,
  id_token_keys: true,
  effects: true,
  outbox: true,
  webhook_endpoints: true,
  webhook_deliveries: true,
  webhook_keys: true,
  trust_keys: true,
  email_templates: true,
  tvc_operators: true,
  tvc_operator_sets: true,
  tvc_apps: true,
  tvc_deployments: true,
  tvc_approvals: true,
};

/** Every row of every table but some as JSON text, bytes in hex, sorted: two equal contents are two equal values. */
export async function contentsOf(
  { db }: Store,
  { but = [] }: { but?: readonly (keyof Tables)[] } = {},
): Promise<Record<string, string[]>> {
  const named = (Object.keys(tables) as (keyof Tables)[]).filter((table) => !but.includes(table));
  const contents = named.map(async (table): Promise<[string, string[]]> => {
    const rows: object[] = await db.selectFrom(table).selectAll().execute();
    return [table, rows.map(textOf).sort()];
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** How many votes there are: rows of their own, and those in the rows of the activities that they decided. */
export const votesIn = ({ votes = [], activities = [] }: Record<string, string[]>): number =>
  votes.length + activities.flatMap((row) => inActivity(JSON.parse(row) as Row<'activities'>, [])).length;

/** Bytes first, since pg gives Buffers, which know how to write themselves as JSON. */
const textOf = (row: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
      ]),
    ),
  );
