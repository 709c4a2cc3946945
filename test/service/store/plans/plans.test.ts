import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardedOutbound } from '../../../../src/service/node/guardedOutbound.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import type { NewRow } from '../../../../src/service/store/schema.js';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { dialects } from '../../../support/growth/dialect.js';
import { multiply, seed } from '../../../support/growth/seed.js';
import { makeTemplate, type Template } from '../../../support/growth/template.js';
import { noNames } from '../../../support/noNames.js';
import { databases } from '../../../support/stores.js';
import { type Allowed, allowed } from './allowed.js';
import { everyFlow } from './everyFlow.js';
import { explain, type Step } from './explain.js';
import { largeOrganization } from './largeOrganization.js';
import { sendingLines } from './places.js';
import { recorded, type Statement } from './recorder.js';

/** Marks in a transaction have none. */
const hasPlan = ({ sql: text }: Statement) => !/^(savepoint|rollback to|release) /.test(text);

/** Where nobody listens. */
const nowhere = 'http://127.0.0.1:9';

describe.each(databases)('on $name', ({ open }) => {
  let store: Store;
  let service: TestService;
  /** Every statement of the service, and its plan. */
  let plans: { statement: Statement; steps: Step[] }[];
  beforeAll(async () => {
    store = await open();
    const { store: recording, statements } = recorded(store);
    service = await createTestService({
      store: recording,
      primitives: await nodePrimitives(),
      outbound: guardedOutbound('public and loopback', noNames),
      publicUrl: 'https://latchkey.test',
      oauth2Endpoints: { x: { authorization: nowhere, token: nowhere, user: nowhere } },
    });
    const template = await makeTemplate(service);
    await seed(store, template, 2000, service.clock());
    await store.db.insertInto('votes').values(voteIn(template)).execute();
    await store.db.insertInto('invitations').values(invitationIn(template)).execute();
    await store.db.insertInto('policy_texts').values(policyTextIn(template)).execute();
    await store.db.insertInto('webhook_deliveries').values(deliveryIn(template)).execute();
    await store.db.insertInto('sent_messages').values(messagesIn(template, service.clock())).execute();
    await store.db.insertInto('app_proofs').values(proofIn(template)).execute();
    await multiply(store, largeOrganization(template, dialects[store.kind]), 2000);
    if (store.kind === 'postgres') await sql`analyze`.execute(store.db);
    await everyFlow(service);
    plans = [];
    for (const statement of statements.values()) {
      const places = [...statement.places].filter((place) => place !== 'nowhere');
      if (places.length > 0)
        plans.push({ statement, steps: hasPlan(statement) ? await explain(store, await asLarge(statement)) : [] });
    }
  }, 600_000); // every flow of the service: half a minute on a quiet machine
  afterAll(() => service.close());

  /** Where a small organization was asked for, the largest is: what suits the one may not suit the other. */
  async function asLarge(statement: Statement): Promise<Statement> {
    const { db } = store;
    const small = await db
      .selectFrom('organizations')
      .select('organization_id')
      .where('parent_id', 'is not', null)
      .execute();
    const ids = new Set<unknown>(small.map(({ organization_id }) => organization_id));
    const parameters = statement.parameters.map((value) => (ids.has(value) ? service.organizationId : value));
    return { ...statement, parameters };
  }

  test('every line of the service that sends a statement has sent one', () => {
    const places = new Set(plans.flatMap(({ statement }) => [...statement.places]));
    expect(sendingLines().filter((line) => !places.has(line))).toEqual([]);
  });

  test('every index is there for a statement', async () => {
    const used = new Set(plans.flatMap(({ steps }) => steps.map(({ index }) => index)));
    expect((await indexesOf(store)).filter((index) => !used.has(index))).toEqual([]);
  });

  test('no statement reads a table, or all that an organization has in it, nor sorts what may be long', () => {
    const faults = plans.flatMap(({ statement, steps }) => {
      const sql = statement.sql.replaceAll('"', '').replaceAll('organizations.organization_id', 'organization_id');
      return steps.filter(mayGrow).flatMap((step) => {
        if (step.kind === 'sort' && sortedByIndex.test(sql)) return [];
        const excuse = allowed.find((each) => isAbout(each, sql, step));
        if (excuse) used.add(excuse);
        return excuse ? [] : `${textOf(step)} in ${[...statement.places].join(', ')}: ${sql.slice(0, 300)}`;
      });
    });
    expect([...new Set(faults)]).toEqual([]);
  });
});

/** An index has the order, as SQLite shows; PostgreSQL may sort the few rows that these tables have here. */
const sortedByIndex =
  /^select .* from (auth_proxy_configs where organization_id > \$1 order|\w+ where expires_at_ms <= \$1 order by expires_at_ms)/;

const isAbout = ({ statement, step, index }: Allowed, sql: string, found: Step): boolean =>
  statement.test(sql) && step.test(textOf(found)) && (index === undefined || index === found.index);

/** One of an event that nobody has told of. */
const policyTextIn = ({ parentId }: Template): NewRow<'policy_texts'> => ({
  organization_id: parentId,
  policy_id: 'policy',
  updated_at_ms: 1,
  policy_name: 'Policy',
  effect: 'EFFECT_ALLOW',
  condition: '',
  consensus: '',
  time: '',
});

const deliveryIn = ({ parentId }: Template): NewRow<'webhook_deliveries'> => ({
  organization_id: parentId,
  endpoint_id: 'endpoint',
  event_id: 'event',
  event_type: 'ACTIVITY_UPDATES',
  happened_in: parentId,
  activity_id: 'activity',
  status: 'DELIVERED',
  tries: 1,
  response_status: 200,
  expires_at_ms: 1,
  created_at_ms: 1,
  updated_at_ms: 1,
});

const invitationIn = ({ parentId }: Template): NewRow<'invitations'> => ({
  organization_id: parentId,
  invitation_id: 'invitation',
  receiver_user_name: 'Guest',
  receiver_user_email: 'guest@example.com',
  receiver_tag_ids: '[]',
  access_type: 'ACCESS_TYPE_WEB',
  by_root_quorum: 0,
  sender_user_id: 'sender',
  status: 'ACCEPTED',
  expires_at_ms: 1,
  created_at_ms: 1,
  updated_at_ms: 1,
});

/** Many of each kind, and of each state, but none of both. */
const messagesIn = ({ parentId }: Template, nowMs: number): NewRow<'sent_messages'>[] =>
  (
    [
      ['CODE', 'SENT'],
      ['INVITATION', 'GIVEN_UP'],
    ] as const
  ).map(([kind, state]) => ({
    organization_id: parentId,
    message_id: kind,
    channel: 'email',
    kind,
    contact_hash: 'contact',
    state,
    tries: 1,
    refusal: null,
    wanted_until_ms: nowMs,
    created_at_ms: nowMs,
    changed_at_ms: nowMs,
    expires_at_ms: nowMs + 7 * 24 * 60 * 60_000,
  }));

const proofIn = ({ parentId }: Template): NewRow<'app_proofs'> => ({
  organization_id: parentId,
  app_proof_id: 'proof',
  activity_id: 'activity',
  boot_proof_id: 'boot proof',
  key_id: 'key',
  address: 'address',
  payload: '{}',
  signature: '',
});

/** One of an organization whose activities wait for votes, as the parent's do not. */
const voteIn = ({ parentId }: Template): NewRow<'votes'> => ({
  organization_id: parentId,
  activity_id: 'waiting',
  user_id: 'voter',
  vote_id: 'vote',
  user_record: '{}',
  selection: 'VOTE_SELECTION_APPROVED',
  message: '{}',
  public_key: '',
  signature: '',
  scheme: '',
  evaluations: null,
  created_at_ms: 0,
});

const used = new Set<Allowed>();

test('nothing is allowed without need', () => {
  expect(allowed.filter((each) => !used.has(each))).toEqual([]);
});

/** Indexes for reading. Unique keys exist for what they forbid, and are left out. */
async function indexesOf({ db, kind }: Store): Promise<string[]> {
  const question = {
    sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql is not null`,
    postgres: sql<{ name: string }>`select c.relname as name from pg_index i, pg_class c
      where c.oid = i.indexrelid and c.relname like '%\\_by\\_%'`,
  };
  return (await question[kind].execute(db)).rows.map(({ name }) => name);
}

/** Tables with one row per organization. */
const oneEach = ['organizations', 'auth_proxy_configs'];

/** What the service calls the results of its subqueries, which are not tables; SQLite calls the row of one without a table so. */
const subqueries = ['part', 'parts', 'requesters', 'CONSTANT'];

/** Whether a step's work may grow with what is stored: found by the organization alone, it is all of the organization's rows. */
function mayGrow({ kind, table, columns }: Step): boolean {
  if (kind === 'scan') return !subqueries.includes(table);
  if (kind === 'sort') return true;
  const [column, ...others] = columns;
  if (others.length > 0 || column === undefined) return false;
  return column === 'parent_id' || (column === 'organization_id' && !oneEach.includes(table));
}

const textOf = ({ kind, table, columns }: Step): string =>
  kind === 'search' ? `search ${table} by ${columns.join(', ')}` : kind === 'scan' ? `scan ${table}` : 'sort';
