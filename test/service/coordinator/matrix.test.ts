import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApiKeys, deleteApiKeys } from '../../../src/contract/credentials.js';
import { type ActivityRow, newestOf, type QueryRow } from '../../../src/contract/row.js';
import { activityRows, queryRows } from '../../../src/contract/rows.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { exampleOf, type RowName } from '../../support/examples/examples.js';
import { absent, type Resources, resourcesOf } from '../../support/examples/resources.js';
import { deleteEndpointsBut } from '../../support/examples/webhooks.js';
import {
  absentId,
  apiKeyOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  newKey,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../support/parties.js';
import { ask } from '../../support/wire.js';
import { type CallerName, type PlaceName, strangers, verdictOf } from './matrix.js';

type Caller = { key: SigningKey; userId?: string };

let service: TestService;
let callers: Record<CallerName, Caller>;
let places: Record<PlaceName, { organizationId: string; isParent: boolean; has: Resources }>;

beforeAll(async () => {
  // What a server runs on: 25,000 requests take two thirds of the time that they take by WebCrypto.
  service = await createTestService({ primitives: await nodePrimitives() });
  const root = await rootOf(service);
  const sub = await makeSubOrganization(service, { roots: 2 });
  const sibling = await makeSubOrganization(service);
  const other = await makeOtherParent(service);
  const [ada, grace = ada] = sub.users;
  const old = await createSigningKey();
  await done(service, ada, stampLogin, { publicKey: old.publicKey, expirationSeconds: '86400' });
  await ask(service, old, whoami, { organizationId: ada.organizationId });
  const oldOfParent = await createSigningKey();
  await done(service, root, stampLogin, { publicKey: oldOfParent.publicKey, expirationSeconds: '86400' });
  service.clock.advanceMs(900_000);
  const session = await createSigningKey();
  await done(service, ada, stampLogin, { publicKey: session.publicKey, expirationSeconds: '86400' });
  await ask(service, session, whoami, { organizationId: ada.organizationId });
  const brief = await newKey(service, grace, grace.userId, { expirationSeconds: '1' });
  service.clock.advanceMs(1000);
  callers = {
    'root of the parent': root,
    'old session of the parent': { ...root, key: oldOfParent },
    'member of the parent': await makeMember(service, root.organizationId, null),
    'proxy user of the parent': await proxyOf(service),
    'session of the sub-organization': { ...ada, key: session },
    'old session of the sub-organization': { ...ada, key: old },
    'member of the sub-organization': await makeMember(service, ada.organizationId, root.organizationId),
    'root of a sibling': sibling.users[0],
    'root of another parent': other,
    'unknown key': { key: await createSigningKey() },
    'expired key of the sub-organization': { ...grace, key: brief },
    'deleted key of the sub-organization': { ...grace, key: await deletedKey(grace) },
  };
  places = {
    parent: { organizationId: root.organizationId, isParent: true, has: await resourcesOf(service, root, null) },
    'sub-organization': {
      organizationId: ada.organizationId,
      isParent: false,
      has: await resourcesOf(service, ada, root.organizationId),
    },
    sibling: { ...sibling, isParent: false, has: await resourcesOf(service, sibling.users[0], root.organizationId) },
    'another parent': {
      organizationId: other.organizationId,
      isParent: true,
      has: await resourcesOf(service, other, null),
    },
    absent: { organizationId: absentId, isParent: true, has: absent },
  };
});
afterAll(() => service.close());
afterEach(() => {
  const kept = Object.values(places).map(({ has }) => has.endpointId);
  return deleteEndpointsBut(service.service.tools.store, kept);
});

async function deletedKey(holder: Party): Promise<SigningKey> {
  const key = await createSigningKey();
  const { userId } = holder;
  const { apiKeyIds } = await done(service, holder, createApiKeys, { userId, apiKeys: [apiKeyOf(key)] });
  await done(service, holder, deleteApiKeys, { userId, apiKeyIds });
  return key;
}

const rows: Record<RowName, ActivityRow | QueryRow> = { ...activityRows, ...queryRows };

async function askAs(caller: Caller, name: RowName, organizationId: string, members: object): Promise<Response> {
  service.clock.advanceMs(exampleOf(name).restMs ?? 1);
  const row = rows[name];
  if (row.kind === 'query')
    return sendStamped(service, caller.key, row, JSON.stringify({ organizationId, ...members }));
  const envelope = {
    type: newestOf(row).type,
    timestampMs: String(service.clock()),
    organizationId,
    parameters: members,
  };
  return sendStamped(service, caller.key, row, JSON.stringify(envelope));
}

const callerNames: CallerName[] = [
  'root of the parent',
  'old session of the parent',
  'member of the parent',
  'proxy user of the parent',
  'session of the sub-organization',
  'old session of the sub-organization',
  'member of the sub-organization',
  'root of a sibling',
  'root of another parent',
  'unknown key',
  'expired key of the sub-organization',
  'deleted key of the sub-organization',
];
const placeNames: PlaceName[] = ['parent', 'sub-organization', 'sibling', 'another parent', 'absent'];
const rowNames = [...Object.keys(activityRows), ...Object.keys(queryRows)] as RowName[];

describe.each(callerNames)('T-48 %s', (callerName) => {
  test.each(rowNames)('%s', async (name) => {
    const { request: requestOf, inParent = 'ok', inSub = 'ok', ofForeign } = exampleOf(name);
    const caller = callers[callerName];
    const isQuery = name in queryRows;
    for (const placeName of placeNames) {
      const { organizationId, isParent, has } = places[placeName];
      // Nobody gives the auth proxy's user anything: what it shall be asked to end is another's.
      const isProxy = callerName === 'proxy user of the parent';
      const held: Resources = isProxy ? { ...has, spare: (name) => has.spare(name) } : has;
      const mine = caller.userId !== undefined ? { ...held, userId: caller.userId } : has;
      // Elsewhere the caller's own user is a foreign one; where it is let in, it is at home or the organization's parent.
      const own = isAtHome(callerName, placeName) ? mine : has;
      const foreign = placeNames
        .filter((other) => other !== placeName && other !== 'absent')
        .map((other) => [`of ${other}`, places[other].has] as const);
      // Who is nobody there is refused before anything is looked for: one foreign organization a row, each in its turn.
      const isNobody = strangers.includes(verdictOf(callerName, placeName, rows[name], { namesOther: true }));
      const turn = (rowNames.indexOf(name) + placeNames.indexOf(placeName)) % foreign.length;
      const others = isNobody ? foreign.slice(turn, turn + 1) : foreign;
      const named = [['own', own] as const, ...others, ['absent', absent] as const];
      const answers: Record<string, string> = {};
      for (const [what, resources] of named) {
        const request = await requestOf(resources);
        const before = await activityCount();
        const response = await askAs(caller, name, organizationId, request);
        const text = await response.text();
        const where = `${callerName}, ${name}, ${placeName}, ${what}`;
        const namesOther = 'userId' in request && request.userId !== caller.userId;
        const verdict = verdictOf(callerName, placeName, rows[name], { namesOther });
        const inside = isParent ? inParent : inSub;
        const expected = verdict !== 'in' ? verdict : what === 'own' ? inside : (ofForeign ?? inside);
        expect(response.ok ? 'ok' : JSON.parse(text).details[0].reason, where).toBe(expected);
        // The proxy's user, who passes on what anyone says, is refused an unknown code without a record.
        const isUnrecorded = isProxy && (name === 'verifyOtp' || name === 'oauthLogin');
        const recorded = verdict === 'in' && !isQuery && !isUnrecorded ? 1 : 0;
        expect((await activityCount()) - before, `${where}: activities recorded`).toBe(recorded);
        cells += 1;
        answers[what] = `${response.status} ${JSON.stringify([...response.headers])} ${text}`;
        if (expected === ofForeign) expect(response.status, where).toBe(404);
        if (strangers.includes(verdict)) unknown.add(answers[what]);
      }
      const alike = new Set(Object.entries(answers).flatMap(([what, answer]) => (what === 'own' ? [] : [answer])));
      if (ofForeign) expect(alike.size, `${name} in ${placeName}: foreign and absent are told alike`).toBe(1);
    }
  });
});

/** The number of requests. */
let cells = 0;
test('T-48, F-11 the matrix has more than five thousand requests', () => {
  expect(cells).toBeGreaterThanOrEqual(5000);
});

/** Every answer to a key that is nobody where it asks. */
const unknown = new Set<string>();
test('T-48 a foreign organization, an absent one and a sub-organization have one answer each to every request', () => {
  expect([...unknown].map((answer) => answer.slice(0, 3)).sort()).toEqual(['400', '401', '404']);
});

test('T-48 refused requests left no trace in another organization', async () => {
  const subs = await service.service.tools.store.db
    .selectFrom('organizations')
    .select('parent_id')
    .where('name', '=', 'Sub')
    .execute();
  const parents = new Set(subs.map(({ parent_id }) => parent_id));
  expect(parents).toEqual(new Set([places.parent.organizationId, places['another parent'].organizationId]));
});

const homes: Partial<Record<CallerName, PlaceName>> = {
  'root of the parent': 'parent',
  'old session of the parent': 'parent',
  'member of the parent': 'parent',
  'proxy user of the parent': 'parent',
  'session of the sub-organization': 'sub-organization',
  'old session of the sub-organization': 'sub-organization',
  'member of the sub-organization': 'sub-organization',
  'root of a sibling': 'sibling',
  'root of another parent': 'another parent',
};
const isAtHome = (caller: CallerName, place: PlaceName): boolean => homes[caller] === place;

/** By the number that SQLite gives each row in turn: to count them takes a tenth of all that is done here. */
async function activityCount(): Promise<number> {
  const { rows } = await sql<{ last: number }>`select max(rowid) as last from activities`.execute(
    service.service.tools.store.db,
  );
  return rows[0]?.last ?? 0;
}
