import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKeys } from '../../../../src/contract/credentials.js';
import type { ActivityRow, QueryRow } from '../../../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../../../src/contract/rows.js';
import { unbuiltActivities, unbuiltQueries, unbuiltVersions } from '../../../../src/contract/unbuilt.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createWalletAccounts } from '../../../../src/contract/wallets.js';
import { concat, utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import {
  absentId,
  codeOf,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  sendStamped,
} from '../../../support/parties.js';
import { envelope, post, stampOf } from '../../../support/wire.js';

let service: TestService;
let ada: Party;
let member: Party;
beforeAll(async () => {
  service = await createTestService();
  const { users, organizationId } = await makeSubOrganization(service);
  [ada] = users;
  member = await makeMember(service, organizationId, service.organizationId);
});
afterAll(() => service.close());

/** An activity whose wallet is not there, with members changed. */
function bodyOf(changes: object = {}): string {
  return JSON.stringify({
    type: createWalletAccounts.versions.V1.type,
    timestampMs: String(service.clock()),
    organizationId: ada.organizationId,
    parameters: { walletId: absentId, accounts: [account] },
    ...changes,
  });
}

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: 'm/0',
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

describe('a request with every possible error gets one refusal at a time, in the order of the path', () => {
  const stale = { timestampMs: '1' };
  const misnamed = { type: createApiKeys.versions.V2.type };
  const misshaped = { parameters: { walletId: 'none', accounts: [] } };
  const { path } = createWalletAccounts;
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    post(service, path, body, headers);
  const stamped = async (by: { key: Party['key'] }, body: string) => sendStamped(service, by.key, { path }, body);
  const stranger = async () => ({ key: await createSigningKey() });

  const steps: [code: string, status: number, ask: () => Promise<Response>][] = [
    ['ROUTE_NOT_FOUND', 404, () => post(service, '/public/v1/submit/nothing', '{')],
    ['BODY_TOO_LARGE', 413, () => send(' '.repeat(1_048_577), { 'Content-Type': 'text/plain' })],
    ['CONTENT_TYPE_UNSUPPORTED', 415, () => send('{', { 'Content-Encoding': 'gzip' })],
    ['STAMP_MISSING', 401, () => send('{')],
    ['STAMP_AMBIGUOUS', 401, () => send('{', { 'X-Stamp': 'x', 'X-Stamp-Webauthn': '{}' })],
    ['HEADERS_TOO_LARGE', 431, () => send('{', { 'X-Stamp': 'x'.repeat(8193) })],
    ['STAMP_MALFORMED', 401, () => send('{', { 'X-Stamp': 'x' })],
    ['STAMP_INVALID', 401, async () => send('{', await stampOf(ada.key, '{}'))],
    ['REQUEST_MALFORMED', 400, async () => stamped(await stranger(), '{')],
    ['REQUEST_INVALID', 400, async () => stamped(await stranger(), '')],
    ['REQUEST_INVALID', 400, async () => stamped(await stranger(), bodyOf({ ...misnamed, timestampMs: 1 }))],
    [
      'ACTIVITY_TYPE_UNKNOWN',
      400,
      async () => stamped(await stranger(), bodyOf({ ...misnamed, ...misshaped, ...stale })),
    ],
    ['PUBLIC_KEY_NOT_FOUND', 401, async () => stamped(await stranger(), bodyOf({ ...misshaped, ...stale }))],
    ['REQUEST_INVALID', 400, async () => stamped(member, bodyOf({ ...misshaped, ...stale }))],
    ['TIMESTAMP_NOT_LIVE', 400, async () => stamped(member, bodyOf(stale))],
    ['NOT_AUTHORIZED', 403, async () => stamped(member, bodyOf())],
  ];
  test.each(steps)('%s %d', async (code, status, ask) => {
    const before = await contentsOf(service.service.tools.store);
    const response = await ask();
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
    expect(await contentsOf(service.service.tools.store), 'a refusal before the execution changes nothing').toEqual(
      before,
    );
  });

  test('and once it is admitted, execution refuses', async () => {
    const response = await stamped(ada, bodyOf());
    expect([response.status, await codeOf(response)]).toEqual([404, 'WALLET_NOT_FOUND']);
  });
});

describe('A-47 an unauthorized request is not parsed', () => {
  /** A mebibyte under a pattern that once took minutes, in a request of another shape than the row's. */
  const hostile = { appName: '=?a'.repeat(349_000), surprise: 1 };

  test.each([
    ...Object.values<ActivityRow>(activityRows).map((row) => [row.name, row] as const),
    ...Object.values<QueryRow>(queryRows).map((row) => [row.name, row] as const),
  ])('%s by an unknown key is 401, whatever it contains', async (_name, row) => {
    const stranger = await createSigningKey();
    const { organizationId } = ada;
    const body =
      row.kind === 'query'
        ? JSON.stringify({ organizationId, ...hostile })
        : envelope(service, row, organizationId, hostile);
    const response = await sendStamped(service, stranger, row, body);
    expect([response.status, await codeOf(response)]).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
    const known = await sendStamped(service, ada.key, row, body);
    expect([known.status, await codeOf(known)]).toEqual([400, 'REQUEST_INVALID']);
  });

  test('an expired key is refused before the shape of its request', async () => {
    const brief = await newKey(service, ada, ada.userId, { expirationSeconds: '1' });
    service.clock.advanceMs(1000);
    const response = await sendStamped(service, brief, createWalletAccounts, bodyOf({ parameters: hostile }));
    expect([response.status, await codeOf(response)]).toEqual([401, 'API_KEY_EXPIRED']);
  });
});

test('known bytes are answered before anyone looks at the clock', async () => {
  const body = bodyOf({ parameters: { walletId: absentId, accounts: [{ ...account, path: 'm/1' }] } });
  const send = () => sendStamped(service, ada.key, createWalletAccounts, body);
  const first = await (await send()).text();
  service.clock.advanceMs(2 * 60 * 60_000);
  expect(await (await send()).text()).toBe(first);
  const unknown = await sendStamped(service, ada.key, createWalletAccounts, `${body} `);
  expect(await codeOf(unknown)).toBe('TIMESTAMP_NOT_LIVE');
});

describe('T-23 liveness', () => {
  test.each([
    [-60 * 60_000, 'TIMESTAMP_NOT_LIVE'],
    [-60 * 60_000 + 1, 'WALLET_NOT_FOUND'],
    [5 * 60_000, 'WALLET_NOT_FOUND'],
    [5 * 60_000 + 1, 'TIMESTAMP_NOT_LIVE'],
  ])('a request stamped %d ms from now: %s', async (offsetMs, code) => {
    service.clock.advanceMs(1);
    const body = bodyOf({ timestampMs: String(service.clock() + offsetMs) });
    expect(await codeOf(await sendStamped(service, ada.key, createWalletAccounts, body))).toBe(code);
  });

  const notTimes = ['', '-1', '1e3', '01', '+1', ' 1', '1.0', '0x1', '9'.repeat(20), 'NaN', 1, null, true, [], {}];
  test.each(notTimes.map((timestampMs) => [timestampMs]))('timestampMs %j is refused by name', async (timestampMs) => {
    const response = await sendStamped(service, ada.key, createWalletAccounts, bodyOf({ timestampMs }));
    const { details } = await response.json();
    expect(response.status).toBe(400);
    expect(details[0].reason).toBe('REQUEST_INVALID');
    expect(details[2].fieldViolations[0].field).toBe('timestampMs');
  });

  test('a query has no time, and is answered again as long as its key is valid', async () => {
    const body = JSON.stringify({ organizationId: ada.organizationId });
    const headers = await stampOf(ada.key, body);
    expect((await post(service, whoami.path, body, headers)).status).toBe(200);
    service.clock.advanceMs(48 * 60 * 60_000);
    expect((await post(service, whoami.path, body, headers)).status).toBe(200);
  });
});

describe('T-24 strict bodies', () => {
  const valid = () => JSON.stringify({ organizationId: ada.organizationId });
  const bom = () => concat(Uint8Array.of(0xef, 0xbb, 0xbf), utf8(valid()));
  const bodies: [string, () => string | Uint8Array<ArrayBuffer>][] = [
    ['a name twice', () => valid().replace('}', `,"organizationId":"${absentId}"}`)],
    ['a name twice, once escaped', () => valid().replace('}', `,"organization\\u0049d":"${absentId}"}`)],
    ['__proto__', () => valid().replace('}', ',"__proto__":{}}')],
    ['constructor', () => valid().replace('}', ',"constructor":{}}')],
    ['33 levels', () => `{"organizationId":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['a byte order mark', bom],
    ['invalid UTF-8', () => concat(utf8('{"a":"'), Uint8Array.of(0xc0, 0xaf), utf8('"}'))],
    ['an encoded surrogate', () => concat(utf8('{"a":"'), Uint8Array.of(0xed, 0xa0, 0x80), utf8('"}'))],
    ['a lone surrogate', () => '{"a":"\\ud800"}'],
    ['U+0000', () => '{"a":"\\u0000"}'],
    ['a number without end', () => '{"a":1e999}'],
    ['a trailing comma', () => valid().replace('}', ',}')],
    ['a comment', () => `${valid()}//`],
    ['two values', () => `${valid()}${valid()}`],
    ['an array', () => `[${valid()}]`],
    ['null', () => 'null'],
    ['a string', () => '"{}"'],
  ];
  test.each(bodies)('%s is refused', async (_what, body) => {
    const bytes = typeof body() === 'string' ? utf8(body() as string) : (body() as Uint8Array<ArrayBuffer>);
    const { keyStamper } = await import('../../../../src/stampers/keyStamper.js');
    const { name, value } = await keyStamper(ada.key).stamp(bytes);
    const response = await post(service, whoami.path, bytes, { [name]: value });
    expect([response.status, await codeOf(response)]).toEqual([400, 'REQUEST_MALFORMED']);
  });

  test('white space makes another activity of the same request', async () => {
    service.clock.advanceMs(1);
    const body = bodyOf();
    const fingerprints = async (text: string) => {
      await sendStamped(service, ada.key, createWalletAccounts, text);
      const { count } = await service.service.tools.store.db
        .selectFrom('activities')
        .select((columns) => columns.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    const once = await fingerprints(body);
    expect(await fingerprints(body)).toBe(once);
    expect(await fingerprints(` ${body}`)).toBe(once + 1);
  });
});

describe('what the public API has and this service does not', () => {
  test.each([
    ...unbuiltActivities.map((name) => `/public/v1/submit/${name}`),
    ...unbuiltQueries.map((name) => `/public/v1/query/${name}`),
  ])('%s is named as not supported yet', async (path) => {
    const response = await post(service, path, '{}');
    expect(response.status).toBe(400);
    const { code, message, details } = await response.json();
    expect([code, details[0].reason]).toEqual([9, 'NOT_YET_SUPPORTED']);
    expect(message).toContain(path);
  });

  const versions = Object.entries(unbuiltVersions).flatMap(([name, types]) =>
    types.map((type) => [type, name] as const),
  );
  test.each(versions)('%s is named at the path of %s, and unknown at another', async (type, name) => {
    const row = Object.values<ActivityRow>(activityRows).find((each) => each.name === name);
    if (!row) throw new Error(`${type} belongs to no row`);
    expect(type.replace(/_V\d+$/, '')).toBe(`ACTIVITY_TYPE_${row.activityKind}`);
    const body = bodyOf({ type });
    const response = await sendStamped(service, ada.key, row, body);
    const text = await response.text();
    expect(text).toContain('NOT_YET_SUPPORTED');
    expect(text).toContain(type);
    const elsewhere = row === createWalletAccounts ? createApiKeys : createWalletAccounts;
    expect(await codeOf(await sendStamped(service, ada.key, elsewhere, body))).toBe('ACTIVITY_TYPE_UNKNOWN');
  });

  test('is in no row of its own', () => {
    const rows = Object.values<ActivityRow>(activityRows);
    const built = new Set<string>([
      ...[...rows, ...Object.values(queryRows), ...Object.values(proxyRows)].map(({ path }) => path),
      ...rows.flatMap((row) => Object.values(row.versions).map(({ type }) => type)),
    ]);
    const unbuilt = [
      ...unbuiltActivities.map((name) => `/public/v1/submit/${name}`),
      ...unbuiltQueries.map((name) => `/public/v1/query/${name}`),
      ...Object.values(unbuiltVersions).flat(),
    ];
    expect(unbuilt.filter((name) => built.has(name))).toEqual([]);
    expect(new Set(unbuilt).size).toBe(unbuilt.length);
  });
});

test('a stamped request counts with any Content-Type or none, since the stamp covers its bytes', async () => {
  const body = JSON.stringify({ organizationId: ada.organizationId });
  const stamp = await stampOf(ada.key, body);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    undefined,
  ]) {
    const headers = { ...stamp, ...(type && { 'Content-Type': type }) };
    const request = new Request(`https://latchkey.test${whoami.path}`, { method: 'POST', headers, body: utf8(body) });
    expect([type, request.headers.get('Content-Type'), (await service.fetch(request)).status]).toEqual([
      type,
      type ?? null,
      200,
    ]);
  }
});
