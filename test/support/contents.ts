import { sql } from 'kysely';
import { votesIn as inActivity } from '../../src/service/coordinator/engine/votes/readVotes.js';
import type { Row, Tables } from '../../src/service/store/schema.js';
import type { Store } from '../../src/service/store/store.js';

/** A table that is not named here does not compile. */
const tables: Record<keyof Tables, true> = {
  organizations: true,
  policy_revisions: true,
  policy_texts: true,
  policy_cases: true,
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
  login_refusals: true,
  statistics: true,
  code_counts: true,
  verification_tokens: true,
  oidc_token_uses: true,
  oauth2_credentials: true,
  id_token_keys: true,
  effects: true,
  outbox: true,
  sent_messages: true,
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
  app_proofs: true,
  boot_proofs: true,
  attestation_roots: true,
};

/** Every row of every table but some as JSON text, bytes in hex, sorted: two equal contents are two equal values. */
export async function contentsOf(
  { db, kind }: Store,
  { but = [] }: { but?: readonly (keyof Tables)[] } = {},
): Promise<Record<string, string[]>> {
  const named = (Object.keys(tables) as (keyof Tables)[]).filter((table) => !but.includes(table));
  const contents = Object.fromEntries(named.map((table): [string, string[]] => [table, []]));
  if (kind === 'postgres') {
    for (const { name, text } of (await textsIn(named).execute(db)).rows)
      contents[name]?.push(text.replace(/"\\\\x([0-9a-f]*)"/g, '"$1"'));
  } else
    for (const table of named) {
      const rows: object[] = await db.selectFrom(table).selectAll().execute();
      contents[table]?.push(...rows.map(textOf));
    }
  for (const texts of Object.values(contents)) texts.sort();
  return contents;
}

/** All tables in one statement: to ask for each takes several times as long. */
const textsIn = (named: readonly string[]) =>
  sql.raw<{ name: string; text: string }>(
    named
      .map((table) => `select '${table}' as name, row_to_json(${table})::text as text from ${table}`)
      .join(' union all '),
  );

/** How many votes there are: rows of their own, and those in the rows of the activities that they decided. */
export const votesIn = ({ votes = [], activities = [] }: Record<string, string[]>): number =>
  votes.length + activities.flatMap((row) => inActivity(JSON.parse(row) as Row<'activities'>, [])).length;

const textOf = (row: object): string => {
  const bytes = Object.entries(row).filter(([, value]) => value instanceof Uint8Array);
  const inHex = bytes.map(([name, value]) => [name, Buffer.from(value).toString('hex')]);
  return JSON.stringify(inHex.length > 0 ? { ...row, ...Object.fromEntries(inHex) } : row);
};
