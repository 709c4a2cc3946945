import { sql } from 'kysely';
import { proxySignup } from '../../src/contract/proxy.js';
import type { ActivityRow } from '../../src/contract/row.js';
import { createSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import { noVotes } from '../../src/service/coordinator/engine/votes/votes.js';
import type { Store } from '../../src/service/store/store.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { callProxy, envelope, post, stampOf, wallet } from './wire.js';

/** A person who signed up with a key, and has a wallet. */
export type SignedUp = { key: SigningKey; organizationId: string; signWith: string; walletId: string };

/** Signs up through the auth proxy from an address. */
export async function signUpFrom(test: TestService, address: string): Promise<SignedUp> {
  const key = await createSigningKey();
  const apiKey = { apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' };
  const request = { apiKeys: [apiKey], authenticators: [], oauthProviders: [], wallet };
  const answer = await callProxy<{ organizationId: string; wallet: { walletId: string; addresses: string[] } }>(
    test,
    proxySignup,
    request,
    {},
    address,
  );
  const { walletId, addresses } = answer.wallet;
  return { key, organizationId: answer.organizationId, signWith: addresses[0] ?? '', walletId };
}

/** Submits an activity from an address. @returns `done`, or the refusal's code and the value of `Retry-After` */
export async function submitFrom(
  test: TestService,
  { key, organizationId }: Pick<SignedUp, 'key' | 'organizationId'>,
  address: string,
  { row, parameters }: { row: ActivityRow; parameters: object },
): Promise<string> {
  const body = envelope(test, row, organizationId, parameters);
  const answer = await post(test, row.path, body, await stampOf(key, body), address);
  if (answer.ok) return 'done';
  const wait = answer.headers.get('Retry-After');
  const { details } = (await answer.json()) as { details: { reason: string }[] };
  return `${details[0]?.reason}${wait === null ? '' : ` ${wait}`}`;
}

/** The bytes of all rows that a user's requests add without a limit of their number. A number counts as eight bytes. */
export async function recordedBytes(store: Store): Promise<number> {
  let bytes = 0;
  for (const [table, columns] of Object.entries(columnsOf)) bytes += await columnBytes(store, table, columns);
  return bytes;
}

type Columns = { readonly texts: readonly string[]; readonly numbers: readonly string[] };

async function columnBytes({ db, kind }: Store, table: string, { texts, numbers }: Columns): Promise<number> {
  const bytes = texts.map((column) =>
    kind === 'postgres'
      ? sql`coalesce(octet_length(${sql.ref(column)}), 0)`
      : sql`coalesce(length(cast(${sql.ref(column)} as blob)), 0)`,
  );
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(${sql.join(bytes, sql` + `)} + ${sql.lit(8 * numbers.length)}) as bytes from ${sql.table(table)}
  `.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

const columnsOf: Readonly<Record<'activities' | 'votes' | 'wallet_accounts', Columns>> = {
  activities: {
    texts: [
      'organization_id',
      'activity_id',
      'fingerprint',
      'type',
      'kind',
      'status',
      'submitted_by',
      'intent',
      'result',
      'failure',
      ...Object.keys(noVotes),
      'proxy_organization_id',
      'contact',
    ],
    numbers: ['timestamp_ms', 'window_opened_at_ms', 'created_at_ms', 'updated_at_ms'],
  },
  votes: {
    texts: [
      'organization_id',
      'activity_id',
      'user_id',
      'vote_id',
      'user_record',
      'selection',
      'message',
      'public_key',
      'signature',
      'scheme',
      'evaluations',
    ],
    numbers: ['created_at_ms'],
  },
  wallet_accounts: {
    texts: [
      'organization_id',
      'wallet_account_id',
      'wallet_id',
      'curve',
      'path_format',
      'path',
      'address_format',
      'address',
      'public_key',
      'sealed_key',
      'name',
    ],
    numbers: ['created_at_ms', 'updated_at_ms'],
  },
};
