import { afterEach, expect, test } from 'vitest';
import { me } from '../../../src/client/flows/me.js';
import { type GetLoginStateResponse, getLoginState } from '../../../src/contract/loginState.queries.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { messageOwners } from '../../../src/service/coordinator/messageOwners.js';
import { createDelivery } from '../../../src/service/delivery/delivery.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { defaultLimits } from '../../../src/service/node/limits.js';
import { logRequests } from '../../../src/service/node/requestLog.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import type { Store } from '../../../src/service/store/store.js';
import type { TestServiceSettings } from '../../../src/testing/createTestService.js';
import { startIssuer } from '../../support/issuer.js';
import { logIn } from '../../support/live/person.js';
import { type OnAPort, serviceOnAPort } from '../../support/onAPort.js';
import { absentId, rootOf } from '../../support/parties.js';
import { rawExchange } from '../../support/rawExchange.js';
import { ask } from '../../support/wire.js';
import { openSlowPeer } from './slowPeer.js';

type Line = Record<string, string | number | boolean | undefined>;

const opened: OnAPort[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

/** The service on a port, which sends messages when it is told to, and the lines about its requests. */
async function logged(settings: TestServiceSettings = {}, { key = 'a key', ...serving }: Logged = {}) {
  const lines: Line[] = [];
  const log = (event: string, facts: Line = {}) => void lines.push({ event, ...facts });
  const onAnswered = logRequests(log, utf8(key));
  const service = await serviceOnAPort(settings, { deliver: async () => 0, onAnswered, ...serving });
  opened.push(service);
  return { service, lines, url: `http://127.0.0.1:${service.port}` };
}

type Logged = Parameters<typeof serviceOnAPort>[1] & { readonly key?: string };

/** A line is written once its answer has left, which may be after it has come. */
const lineOf = (lines: readonly Line[], id: string | null) =>
  expect.poll(() => lines.filter((line) => line.requestId === id)).toHaveLength(1);

const requestId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const asker = expect.stringMatching(/^[0-9a-f]{16}$/);
const ms = expect.any(Number);
const event = 'request';

test('A-60: a line about a refused request has its organization, its code, an id and its client’s hash', async () => {
  const { service, lines, url } = await logged();
  const answer = await fetch(`${url}/v1/otp_init`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Auth-Proxy-Config-Id': service.authProxyConfigId,
      'X-Request-Id': 'mine',
      'X-Forwarded-For': '198.51.100.1',
    },
    body: '{"otpType":"OTP_TYPE_EMAIL","contact":"horse"}',
  });
  expect(answer.status).toBe(400);
  const given = answer.headers.get('X-Request-Id');
  await lineOf(lines, given);
  const { organizationId: organization } = service;
  const known = { event, requestId: given, method: 'POST', path: '/v1/otp_init', status: 400, ms, asker };
  expect(lines).toEqual([{ ...known, organization, refusal: 'CONTACT_INVALID' }]);
  expect(given).toEqual(requestId);
  expect(JSON.stringify(lines)).not.toMatch(/horse|mine|127\.0\.0|198\.51/);
});

test('A-60: a line about a stamped request names the user whose key stamped it', async () => {
  const { service, lines, url } = await logged();
  const settings = { authProxyUrl: url, authProxyConfigId: service.authProxyConfigId };
  const codeOf = async (contact: string) => {
    await service.service.deliver();
    return service.inbox.lastCode(contact);
  };
  const client = await logIn({ ...settings }, 'ada@example.com', codeOf);
  const { organizationId: organization, userId: user } = await me(client);
  const read = lines.filter(({ path }) => String(path).startsWith('/public/v1/query/'));
  expect(read.length).toBeGreaterThan(0);
  for (const line of read) expect(line).toMatchObject({ organization, user, status: 200, asker, requestId });
  expect(lines.find(({ path }) => path === '/v1/otp_login')).toMatchObject({ organization: service.organizationId });
  expect(new Set(lines.map((line) => line.requestId)).size).toBe(lines.length);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|eyJ|127\.0\.0/);
});

/** Calls the auth proxy, and waits for the line about it. */
const calling =
  ({ service, lines, url }: Awaited<ReturnType<typeof logged>>) =>
  async (name: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': service.authProxyConfigId };
    const answer = await fetch(`${url}/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const id = answer.headers.get('X-Request-Id');
    await lineOf(lines, id);
    return { id, json: (await answer.json()) as Record<string, string> };
  };

const askAdas = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };

test('A-60: all lines of a person’s logins, refused ones too, have one keyed hash, which get_login_state tells', async () => {
  const log = await logged();
  const { service, lines, url } = log;
  const call = calling(log);
  const codeOf = async (contact: string) => {
    await service.service.deliver();
    return service.inbox.lastCode(contact.toLowerCase());
  };
  const settings = { authProxyUrl: url, authProxyConfigId: service.authProxyConfigId };
  const { organizationId, userId } = await me(await logIn(settings, 'Ada@Example.com', codeOf));
  await logIn(settings, 'ada@example.com', codeOf);
  const { json } = await call('otp_init', { ...askAdas, contact: 'ada+other@example.com' });
  await call('otp_verify', { otpId: json.otpId, otpCode: 'wrong' });
  await call('otp_login', { verificationToken: 'a.b.c', publicKey: `02${'1'.repeat(64)}` });
  for (let count = 0; count < 12; count += 1) await call('otp_init', askAdas);
  const { key } = await rootOf(service);
  const state = await ask<GetLoginStateResponse>(service, key, getLoginState, { organizationId, userId });
  expect(state.logTraces).toEqual([{ method: 'email', trace: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  const of = (path: string) => lines.filter((line) => line.path === `/v1/${path}`);
  for (const path of ['otp_init_v2', 'otp_verify_v2', 'otp_login', 'signup', 'otp_verify'])
    expect([path, ...new Set(of(path).map(({ contact }) => contact))].slice(0, 2)).toEqual([
      path,
      path === 'otp_login' ? expect.anything() : state.logTraces[0]?.trace,
    ]);
  expect(of('otp_init').map(({ contact }) => contact)).toEqual(Array(13).fill(state.logTraces[0]?.trace));
  expect(of('otp_init').at(-1)).toMatchObject({ refusal: 'TOO_MANY_CODES' });
  expect(of('otp_login').map(({ contact }) => contact)).toContain(undefined);
  for (const line of of('wallet_kit_config')) expect(line).not.toHaveProperty('contact');
  await call('otp_init', { ...askAdas, contact: 'bob@example.com' });
  expect(lines.at(-1)?.contact).not.toBe(state.logTraces[0]?.trace);
  await call('otp_verify', { otpId: absentId, otpCode: '123456' });
  expect(lines.at(-1)).not.toHaveProperty('contact');
  expect(JSON.stringify(lines)).not.toMatch(/ada@|bob@|example\.com/i);
});

test('A-60: the line of a login that took too long has the hash of its contact, too', async () => {
  const store = await openLibsql(':memory:');
  let held: Promise<void> | undefined;
  const transaction: Store['transaction'] = async (run) => {
    await held;
    return store.transaction(run);
  };
  const limits = { ...defaultLimits, answerMs: 300 };
  const log = await logged({ store: { ...store, transaction } }, { limits });
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  await calling(log)('otp_init', askAdas);
  release();
  expect(log.lines).toEqual([
    expect.objectContaining({ refusal: 'DEADLINE', contact: expect.stringMatching(/^[0-9a-f]{32}$/) }),
  ]);
});

test('A-60: lines of logins at a provider have a keyed hash of the identity, and neither its subject nor its address', async () => {
  const log = await logged({ outbound: guardedOutbound('public and loopback') });
  const { service, lines } = log;
  const issuer = await startIssuer(service.clock);
  await service.configure(issuer.config);
  const call = calling(log);
  const { publicKey } = await createSigningKey();
  const person = { sub: 'subject-of-ada', email: 'ada@example.com', email_verified: true };
  const oidcToken = await issuer.token(publicKey, person);
  const login = { publicKey, oidcToken };
  await call('oauth_login', login);
  const apiKey = { apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' };
  const oauthProviders = [{ providerName: 'Example ID', oidcToken }];
  const { json } = await call('signup', { apiKeys: [apiKey], authenticators: [], oauthProviders });
  await call('oauth_login', login);
  await call('oauth_login', { publicKey, oidcToken: await issuer.token(publicKey, { sub: 'somebody else' }) });
  await issuer.close();
  const { key } = await rootOf(service);
  const { organizationId, userId } = json;
  const state = await ask<GetLoginStateResponse>(service, key, getLoginState, { organizationId, userId });
  const [{ trace } = { trace: '' }] = state.logTraces;
  expect(state.logTraces).toEqual([{ method: 'oauth', trace: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  const told = lines.filter(({ path }) => path !== '/public/v1/query/get_login_state');
  expect(told.map(({ status, identity }) => [status, identity === trace])).toEqual([
    [404, true],
    [200, true],
    [409, true], // the key is an API key by now
    [404, false],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|subject|example\.com/i);
});

test('A-60: a failed delivery names the request whose message it was', async () => {
  const events: Line[] = [];
  const log = (name: string, facts: Line = {}) => void events.push({ event: name, ...facts });
  const place = await logged({ log });
  const { service } = place;
  const { id } = await calling(place)('otp_init', askAdas);
  const fail = () => Promise.reject(new Error('no such mailbox ada@example.com'));
  await createDelivery(service.service.tools, { send: fail, sendEvent: fail, owners: messageOwners })();
  const failed = events.filter((each) => each.event === 'delivery failed');
  expect(failed).toEqual([expect.objectContaining({ requestId: id, tries: 1 })]);
  service.clock.advanceMs(1000);
  await service.service.deliver();
  expect(service.inbox.lastCode('ada@example.com')).toBeDefined();
});

test('A-50: a value that does not open is logged with its place, the activity and the request’s id, and is not to be requested again', async () => {
  const events: Line[] = [];
  const log = (name: string, facts: Line = {}) => void events.push({ event: name, ...facts });
  const { service, lines, url } = await logged({ log });
  const proxy = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': service.authProxyConfigId },
      body: JSON.stringify(body),
    });
  const asked = await proxy('/v1/otp_init', { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
  const { otpId } = (await asked.json()) as { otpId: string };
  await service.service.deliver();
  const otpCode = service.inbox.lastCode('ada@example.com');
  const { db } = service.service.tools.store;
  const { sealed_key } = await db
    .selectFrom('trust_keys')
    .select('sealed_key')
    .where('purpose', '=', 'notarizer')
    .executeTakeFirstOrThrow();
  await db.updateTable('trust_keys').set({ sealed_key }).where('purpose', '=', 'tls_fetcher_sign').execute();

  const answer = await proxy('/v1/otp_verify', { otpId, otpCode });
  expect(answer.status).toBe(500);
  const { details, message } = (await answer.json()) as { details: { reason: string }[]; message: string };
  expect(details[0]?.reason).toBe('SEALED_UNREADABLE');
  expect(message).not.toMatch(/again\.$|may be sent again/);
  const unopened = { sealError: 'SEAL_OPEN_FAILED', sealed: `trust key ${service.organizationId}/tls_fetcher_sign` };
  expect(events).toContainEqual({ event: 'sealed value does not open', ...unopened });
  const id = answer.headers.get('X-Request-Id');
  await lineOf(lines, id);
  const line = { requestId: id, path: '/v1/otp_verify', refusal: 'SEALED_UNREADABLE', activity: 'verify_otp' };
  expect(lines.at(-1)).toMatchObject({ ...line, ...unopened });
});

test('A-60: one address has one hash, another has another, and without the key nobody finds the address', async () => {
  const { service, lines } = await logged();
  for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.1']) {
    const peer = await openSlowPeer(service.port, from);
    await peer.ask();
    peer.end();
  }
  await expect.poll(() => lines).toHaveLength(3);
  const [one, other, again] = lines.map((line) => line.asker);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  const elsewhere = await logged({}, { key: 'another key' });
  await fetch(`${elsewhere.url}/health`);
  await expect.poll(() => elsewhere.lines).toHaveLength(1);
  expect(elsewhere.lines[0]?.asker).not.toBe(one);
});

test('a line names a known path and nothing else of it', async () => {
  const { lines, url } = await logged();
  await fetch(`${url}/health?token=horse`, { headers: { 'X-Stamp': 'horse' } });
  await fetch(`${url}/v1/horse`, { method: 'POST', body: '{"otpCode":"horse"}' });
  const line = { event, requestId, asker, ms };
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines).toEqual([
    { ...line, method: 'GET', path: '/health', status: 200 },
    { ...line, method: 'POST', path: 'unknown', status: 404, refusal: 'ROUTE_NOT_FOUND' },
  ]);
});

test('A-60: bytes that are no request are logged too, with the id that their sender got', async () => {
  const { service, lines } = await logged();
  const answers = [
    await rawExchange(service.port, 'hello\r\n\r\n'),
    await rawExchange(service.port, 'GET /health HTTP/1.1\r\nHost: ada:x@localhost\r\nConnection: close\r\n\r\n'),
  ];
  const ids = answers.map((answer) => /^x-request-id: (\S+)\r$/im.exec(answer)?.[1]);
  const line = { event, method: '', path: 'unreadable', status: 400, ms: 0, asker, refusal: 'REQUEST_MALFORMED' };
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines).toEqual(ids.map((id) => ({ ...line, requestId: id })));
  expect(ids).toEqual([requestId, requestId]);
});
