import { afterEach, expect, test } from 'vitest';
import { me } from '../../../src/client/flows/me.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { logRequests } from '../../../src/service/node/requestLog.js';
import { logIn } from '../../support/live/person.js';
import { type OnAPort, serviceOnAPort } from '../../support/onAPort.js';
import { rawExchange } from '../../support/rawExchange.js';
import { openSlowPeer } from './slowPeer.js';

type Line = Record<string, string | number | boolean | undefined>;

const opened: OnAPort[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

/** The service on a port, and the lines about its requests. */
async function logged(key = 'a key') {
  const lines: Line[] = [];
  const log = (event: string, facts: Line = {}) => void lines.push({ event, ...facts });
  const service = await serviceOnAPort({}, { onAnswered: logRequests(log, utf8(key)) });
  opened.push(service);
  return { service, lines, url: `http://127.0.0.1:${service.port}` };
}

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

test('A-50: a value that does not open is logged with its place, the activity and the request’s id, and is not to be requested again', async () => {
  const events: Line[] = [];
  const log = (name: string, facts: Line = {}) => void events.push({ event: name, ...facts });
  const lines: Line[] = [];
  const onAnswered = logRequests((name, facts = {}) => void lines.push({ event: name, ...facts }), utf8('a key'));
  const service = await serviceOnAPort({ log }, { onAnswered });
  opened.push(service);
  const proxy = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${service.port}${path}`, {
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
  expect(lines.at(-1)).toMatchObject({
    requestId: answer.headers.get('X-Request-Id'),
    path: '/v1/otp_verify',
    refusal: 'SEALED_UNREADABLE',
    activity: 'verify_otp',
    ...unopened,
  });
});

test('A-60: one address has one hash, another has another, and without the key nobody finds the address', async () => {
  const { service, lines } = await logged();
  for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.1']) {
    const peer = await openSlowPeer(service.port, from);
    await peer.ask();
    peer.end();
  }
  const [one, other, again] = lines.map((line) => line.asker);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  const elsewhere = await logged('another key');
  await fetch(`${elsewhere.url}/health`);
  expect(elsewhere.lines[0]?.asker).not.toBe(one);
});

test('a line names a known path and nothing else of it', async () => {
  const { lines, url } = await logged();
  await fetch(`${url}/health?token=horse`, { headers: { 'X-Stamp': 'horse' } });
  await fetch(`${url}/v1/horse`, { method: 'POST', body: '{"otpCode":"horse"}' });
  const line = { event, requestId, asker, ms };
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
  expect(lines).toEqual(ids.map((id) => ({ ...line, requestId: id })));
  expect(ids).toEqual([requestId, requestId]);
});
