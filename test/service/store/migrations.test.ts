import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import type { Tables } from '../../../src/service/store/schema.js';
import type { Store } from '../../../src/service/store/store.js';
import { emptyStores } from '../../support/stores.js';

describe.each(emptyStores)('migrations on $name', ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  test('a second time does nothing, and loses nothing', async () => {
    await migrate(store);
    const row = { organization_id: 'o', parent_id: null, name: 'o', root_quorum_threshold: 1, created_at_ms: 1 };
    await store.db.insertInto('organizations').values(row).execute();
    await migrate(store);
    expect(await store.db.selectFrom('organizations').select('name').execute()).toEqual([{ name: 'o' }]);
  });

  test('three at once on one store are one', async () => {
    await Promise.all([migrate(store), migrate(store), migrate(store)]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store.db);
    const names = [
      '0001-first-tables',
      '0003-check-values',
      '0004-code-limits',
      '0005-delivery',
      '0006-logins-and-proofs',
      '0007-record',
      '0008-credentials',
      '0009-policies',
      '0010-private-keys',
      '0011-webhooks',
      '0012-users-and-tags',
      '0013-tvc',
      '0014-organizations',
      '0015-invitations',
      '0016-passkeys',
      '0017-oauth',
      '0019-features-of-proxy',
      '0020-imports-and-exports',
      '0021-oauth2',
      '0022-mail-keys',
      '0023-code-targets',
      '0023-contact-languages',
      '0024-deleted-organizations',
      '0026-captcha',
      '0027-email-templates',
      '0029-policy-revisions',
      '0030-not-completed',
      '0031-ordinals',
      '0033-belongings',
      '0034-named-revisions',
      '0035-wallet-method',
      '0037-invitations-by-root-quorum',
      '0038-accounts-by-address',
      '0039-proofs',
      '0041-login-refusals',
      '0042-policy-cases',
      '0043-policy-texts',
      '0044-sent-messages',
      '0045-suspension',
      '0046-statistics',
      '0047-auth-proxy-revisions',
      '0048-email-template-revisions',
      '0049-expiring-policy-texts',
    ];
    expect(rows).toEqual(names.map((name) => ({ name })));
  });

  test('a database made by a newer version is refused', async () => {
    await migrate(store);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2999-01-01')`.execute(store.db);
    await expect(migrate(store)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/newer/),
    });
  });

  test('every column that may be null is, and no other', async () => {
    await migrate(store);
    const tables = await store.db.introspection.getTables();
    expect(tables.map((table) => table.name).sort()).toEqual(Object.keys(keysAndIndexes).sort());
    const nullable = tables.flatMap((table) =>
      table.columns.filter((column) => column.isNullable).map((column) => `${table.name}.${column.name}`),
    );
    expect(nullable.sort()).toEqual(mayBeNull);
  });

  test('every key and every index is there, and no other', async () => {
    await migrate(store);
    for (const [table, expected] of Object.entries(keysAndIndexes)) {
      expect([table, ...(await indexesOf(store, table))]).toEqual([table, ...[...expected].sort()]);
    }
  });

  test('through the proxy a contact has one organization; otherwise it may have several', async () => {
    await migrate(store);
    const add = (organization_id: string, through_proxy: 0 | 1) =>
      store.db
        .insertInto('contacts')
        .values({ parent_id: 'p', kind: 'EMAIL', contact: 'a@b.c', organization_id, user_id: 'u', through_proxy })
        .execute();
    await add('one', 1);
    await add('two', 0);
    await add('three', 0);
    await expect(add('four', 1)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });
});

const keysAndIndexes = {
  import_targets: ['unique (organization_id, target)', 'index (expires_at_ms)'],
  invitations: [
    'unique (organization_id, invitation_id)',
    'index (organization_id, status, expires_at_ms)',
    'index (organization_id, receiver_user_email, status)',
    'index (expires_at_ms)',
  ],
  organizations: [
    'unique (organization_id)',
    'index (parent_id, requester, created_at_ms)',
    'index (parent_id, organization_id)',
    'index (parent_id, name, organization_id)',
    'index (parent_id, first_name)',
  ],
  deleted_organizations: ['unique (organization_id)'],
  auth_proxy_configs: ['unique (config_id)', 'unique (organization_id)'],
  contacts: ['unique (parent_id, kind, contact, organization_id, user_id)', 'unique (parent_id, kind, contact)'],
  credential_index: ['unique (parent_id, lookup_key, organization_id)'],
  unproved_keys: ['unique (parent_id, public_key, created_at_ms, organization_id)'],
  parent_fingerprints: ['unique (parent_id, fingerprint)', 'index (expires_at_ms)', 'index (organization_id)'],
  check_values: ['unique (secret, key_id)'],
  users: [
    'unique (organization_id, user_id)',
    'unique (organization_id, user_name)',
    'index (parent_id, user_name, organization_id)',
    'index (parent_id, email, organization_id)',
    'index (parent_id, phone_number, organization_id)',
    'index (parent_id, user_id)',
  ],
  user_tags: ['unique (organization_id, user_tag_id)'],
  credentials: [
    'unique (organization_id, credential_id)',
    'unique (organization_id, lookup_key)',
    'index (organization_id, user_id)',
  ],
  wallets: [
    'unique (organization_id, wallet_id)',
    'unique (organization_id, wallet_name)',
    'unique (organization_id, ordinal)',
  ],
  wallet_accounts: [
    'unique (organization_id, wallet_account_id)',
    'unique (organization_id, wallet_id, path, curve, address_format)',
    'unique (organization_id, ordinal)',
    'index (organization_id, wallet_id, ordinal)',
    'index (address, organization_id, ordinal)',
    'unique (organization_id, name)',
  ],
  private_keys: ['unique (organization_id, private_key_id)', 'unique (organization_id, private_key_name)'],
  private_key_addresses: [
    'unique (organization_id, private_key_id, address_format)',
    'index (organization_id, address, private_key_id)',
  ],
  private_key_tags: ['unique (organization_id, tag_id)', 'unique (organization_id, tag_name)'],
  tagged_private_keys: ['unique (organization_id, private_key_id, tag_id)', 'index (organization_id, tag_id)'],
  smart_contract_interfaces: [
    'unique (organization_id, interface_id)',
    'unique (organization_id, label)',
    'unique (organization_id, type, address)',
  ],
  activities: [
    'unique (organization_id, activity_id)',
    'unique (organization_id, fingerprint)',
    'index (organization_id, type, status, activity_id)',
    'index (organization_id, status, activity_id)',
    'index (proxy_organization_id, status, created_at_ms)',
    'index (organization_id, submitted_by)',
  ],
  policy_cases: ['unique (organization_id, case_id)'],
  policies: ['unique (organization_id, policy_id)', 'unique (organization_id, policy_name)'],
  policy_revisions: ['unique (organization_id, revision)'],
  policy_texts: ['unique (organization_id, policy_id, updated_at_ms)', 'index (expires_at_ms)'],
  votes: ['unique (organization_id, activity_id, user_id)'],
  sealed_answers: ['unique (organization_id, activity_id)', 'index (expires_at_ms)'],
  otp_codes: [
    'unique (organization_id, otp_id)',
    'index (organization_id, limit_key, created_at_ms)',
    'index (organization_id, limit_key, device, requester, spent_at_ms)',
    'index (organization_id, requester, created_at_ms)',
    'index (expires_at_ms)',
  ],
  wrong_tries: ['unique (organization_id, limit_key, counted)', 'index (expires_at_ms)'],
  login_refusals: ['unique (organization_id, subject, counted)', 'index (expires_at_ms)'],
  statistics: ['unique (organization_id, began_at_ms, kind, method, step, code, process_id)', 'index (expires_at_ms)'],
  code_counts: ['unique (organization_id, counter, part)'],
  verification_tokens: ['unique (organization_id, token_id)', 'index (expires_at_ms)'],
  oauth2_credentials: ['unique (organization_id, credential_id)', 'unique (organization_id, provider, client_id)'],
  id_token_keys: ['unique (organization_id, key_id)'],
  effects: ['unique (organization_id, activity_id)', 'index (leased_until_ms)'],
  oidc_token_uses: ['unique (organization_id, use_hash)', 'index (expires_at_ms)'],
  outbox: [
    'unique (organization_id, message_id)',
    'index (channel, requester, due_at_ms, message_id)',
    'index (expires_at_ms)',
  ],
  sent_messages: [
    'unique (organization_id, message_id)',
    'index (organization_id, kind, message_id)',
    'index (organization_id, kind, state, message_id)',
    'index (organization_id, state, message_id)',
    'index (organization_id, contact_hash, message_id)',
    'index (expires_at_ms)',
  ],
  trust_keys: ['unique (organization_id, purpose)'],
  webhook_endpoints: ['unique (organization_id, endpoint_id)', 'unique (organization_id, name)'],
  webhook_deliveries: ['unique (organization_id, endpoint_id, event_id)', 'index (expires_at_ms)'],
  webhook_keys: ['unique (organization_id, key_id)'],
  email_templates: ['unique (organization_id, template_id)', 'unique (organization_id, name)'],
  tvc_operators: ['unique (organization_id, operator_id)'],
  tvc_operator_sets: ['unique (organization_id, set_id)'],
  tvc_apps: ['unique (organization_id, app_id)', 'unique (organization_id, app_name)'],
  tvc_deployments: [
    'unique (organization_id, deployment_id)',
    'unique (organization_id, manifest_id)',
    'index (organization_id, app_id, deployment_id)',
  ],
  tvc_approvals: ['unique (organization_id, manifest_id, operator_id)'],
  app_proofs: [
    'unique (organization_id, app_proof_id)',
    'index (organization_id, activity_id, app_proof_id)',
    'index (organization_id, address, app_proof_id)',
    'index (organization_id, key_id)',
    'index (boot_proof_id)',
  ],
  boot_proofs: ['unique (boot_proof_id)', 'unique (ephemeral_key)'],
  attestation_roots: ['unique (organization_id, root_id)'],
} satisfies Record<keyof Tables, string[]>;

const mayBeNull = [
  'activities.belongs_to',
  'activities.contact',
  'activities.failure',
  'activities.proofs_in',
  'activities.proxy_organization_id',
  'activities.sole_vote',
  'activities.waiting_since_ms',
  'auth_proxy_configs.sealed_turnstile_secret',
  'contacts.language',
  'credentials.expiration_seconds',
  'credentials.expires_at_ms',
  'credentials.login_at_ms',
  'credentials.login_id',
  'credentials.passkey',
  'credentials.provider',
  'credentials.sign_count',
  'invitations.accepted_user_id',
  'oidc_token_uses.answer',
  'organizations.first_name',
  'organizations.parent_id',
  'organizations.policies_revision',
  'organizations.requester',
  'organizations.suspended_at_ms',
  'organizations.suspending_until_ms',
  'organizations.suspension_reason',
  'otp_codes.device',
  'otp_codes.language',
  'otp_codes.sealed_target',
  'otp_codes.sealed_token',
  'otp_codes.spent_at_ms',
  'otp_codes.user_id',
  'otp_codes.user_organization_id',
  'otp_codes.verified_activity_id',
  'otp_codes.verified_public_key',
  'otp_codes.verified_token_id',
  'outbox.listed_in',
  'outbox.owner_id',
  'outbox.owner_kind',
  'policy_revisions.policy_times',
  'policy_texts.expires_at_ms',
  'sealed_answers.expires_at_ms',
  'sealed_answers.sealed_parameters',
  'sealed_answers.sealed_result',
  'sent_messages.refusal',
  'tvc_apps.live_deployment_id',
  'unproved_keys.expires_at_ms',
  'users.email',
  'users.parent_id',
  'users.phone_number',
  'verification_tokens.ended_at_ms',
  'verification_tokens.language',
  'verification_tokens.login_activity_id',
  'verification_tokens.login_organization_id',
  'verification_tokens.login_public_key',
  'verification_tokens.public_key',
  'verification_tokens.sealed_session',
  'verification_tokens.signed_up_activity_id',
  'verification_tokens.signed_up_answer',
  'verification_tokens.signed_up_organization_id',
  'votes.belongs_to',
  'votes.evaluations',
  'wallet_accounts.name',
  'webhook_deliveries.response_status',
];

/** `unique (a, b)` or `index (a, b)` for each index of a table, sorted. */
async function indexesOf({ db, kind }: Store, table: string): Promise<string[]> {
  const question = {
    sqlite: sql<IndexColumn>`select l.name as of_index, l."unique" as is_unique, i.name as column_name
      from pragma_index_list(${table}) l, pragma_index_info(l.name) i order by l.name, i.seqno`,
    postgres: sql<IndexColumn>`select x.indexrelid::text as of_index, x.indisunique::int as is_unique, a.attname as column_name
      from pg_index x, unnest(x.indkey) with ordinality as k (number, place), pg_attribute a
      where x.indrelid = ${table}::regclass and a.attrelid = x.indrelid and a.attnum = k.number
      order by x.indexrelid, k.place`,
  };
  const { rows } = await question[kind].execute(db);
  const indexes = new Map<string, { unique: number; columns: string[] }>();
  for (const { of_index, is_unique, column_name } of rows) {
    const index = indexes.get(of_index) ?? { unique: is_unique, columns: [] };
    indexes.set(of_index, index);
    index.columns.push(column_name);
  }
  return [...indexes.values()]
    .map(({ unique, columns }) => `${unique ? 'unique' : 'index'} (${columns.join(', ')})`)
    .sort();
}

type IndexColumn = { of_index: string; is_unique: number; column_name: string };
