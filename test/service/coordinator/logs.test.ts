import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { createApiKeys } from '../../../src/contract/credentials.js';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../src/contract/proxy.js';
import { type ActivityRow, newestOf } from '../../../src/contract/row.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { signRawPayload } from '../../../src/contract/signing.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { createService, type Service } from '../../../src/service/createService.js';
import { createInbox, type Inbox } from '../../../src/service/delivery/inbox.js';
import { makeParent, type Parent } from '../../../src/service/makeParent.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { verifyPlainOtp } from '../../support/plainCodes.js';
import { loginRequest, post, signupRequest, stampOf, wallet } from '../../support/wire.js';

const contact = 'canary-contact@example.com';
const canaries = new Set<string>([contact, 'canary']);
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

let service: Service;
let parent: Parent;
let inbox: Inbox;
let root: SigningKey;
let clock = () => Date.now();
let send: () => void = () => {};
const log: string[] = [];

beforeAll(async () => {
  root = await createSigningKey();
  inbox = createInbox(() => clock());
  const proxyKey = random(32);
  proxyKey[0] = 0;
  service = await createService({
    store: await openLibsql(':memory:'),
    secrets: { masterKeys: [{ id: '1', key: random(32) }], codePepper: random(32), proxyKey },
    send: async (message) => {
      if (message.code !== undefined) canaries.add(message.code);
      canaries.add(message.text);
      send();
      await inbox.send(message);
    },
    clock: () => clock(),
    log: (event, facts) => log.push(JSON.stringify([event, facts])),
  });
  parent = await makeParent(service.tools, { name: 'Parent', rootPublicKey: root.publicKey });
});
afterAll(() => service.close());

/** Sends bytes, which are canaries themselves, and looks at what an error says. */
async function sendBytes(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  canaries.add(body);
  for (const value of Object.values(headers)) if (value.length > 40) canaries.add(value);
  const response = await post({ service }, path, body, headers);
  const text = await response.clone().text();
  if (!response.ok) saysNothingOfOurInside(text);
  return response;
}

/** T-65: an RPC status, without a stack, SQL, a file or a package. */
function saysNothingOfOurInside(text: string): void {
  const body = JSON.parse(text);
  expect(Object.keys(body)).toEqual(['code', 'message', 'details']);
  expect(text).not.toMatch(
    /\bat (?:async )?\w+ \(|node_modules|\.[jt]s\b|file:|\/work|select |insert |sqlite|postgres|kysely/i,
  );
}

const callProxy = async (row: { path: string }, request: object, headers: object = {}) => {
  const sent = { 'X-Auth-Proxy-Config-Id': parent.authProxyConfigId, ...headers };
  return (await sendBytes(row.path, JSON.stringify(request), sent)).json();
};
async function submit(key: SigningKey, row: ActivityRow, organizationId: string, parameters: object) {
  const body = JSON.stringify({ type: newestOf(row).type, timestampMs: String(clock()), organizationId, parameters });
  return (await sendBytes(row.path, body, await stampOf(key, body))).json();
}

/** Every text of an answer that is long enough to be a secret. */
function remember(value: unknown): void {
  if (typeof value === 'string' && value.length > 40) canaries.add(value);
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(remember);
}

describe('T-64 whole trips, right and wrong', () => {
  let key: SigningKey;
  let organizationId: string;

  test('sign up, log in, make a wallet, sign', async () => {
    key = await createSigningKey();
    canaries.add(key.publicKey);
    const { otpId } = await callProxy(proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact });
    await service.deliver();
    const otpCode = inbox.lastCode(contact) ?? '';
    expect(canaries).toContain(otpCode);
    const wrongCode = otpCode === '000000' ? '111111' : '000000';
    await callProxy(proxyOtpVerify, { otpId, otpCode: wrongCode, publicKey: key.publicKey });
    const { verificationToken: token } = await callProxy(proxyOtpVerify, { otpId, otpCode, publicKey: key.publicKey });
    canaries.add(token);
    await callProxy(proxyAccount, { filterType: 'EMAIL', filterValue: contact, verificationToken: token });
    const made = await callProxy(proxySignup, await signupRequest(token, key));
    organizationId = made.organizationId;
    const login = await callProxy(proxyOtpLogin, await loginRequest(token, key, organizationId));
    expect(login).toHaveProperty('session');
    remember(login);
    const session = await createSigningKey();
    remember(await submit(key, stampLogin, organizationId, { publicKey: session.publicKey }));
    await submit(key, createWallet, organizationId, { ...wallet, walletName: 'canary wallet' });
    const signWith = made.wallet.addresses[0];
    const signing = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
    const signed = await submit(key, signRawPayload, organizationId, {
      signWith,
      payload: 'canary payload',
      ...signing,
    });
    expect(signed.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('everything that can be refused', async () => {
    const stamped = await stampOf(key, '{"canary":1}');
    await sendBytes(whoami.path, '{"canary":1}', stamped);
    await sendBytes(whoami.path, '{"canary"', await stampOf(key, '{"canary"'));
    await sendBytes(whoami.path, '{"canary":2}', stamped);
    await sendBytes('/public/v1/query/canary', '{}');
    await sendBytes('/v1/canary', '{}');
    await callProxy(proxyOtpLogin, { verificationToken: 'canary.canary.canary', publicKey: key.publicKey });
    await callProxy(proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'canary<canary@example.com' });
    await callProxy(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact: '+15550100' });
    await submit(root, verifyPlainOtp, parent.organizationId, { otpId: 'canary', otpCode: 'canary' });
    await submit(key, createApiKeys, organizationId, { userId: 'canary', apiKeys: ['canary'] });
    const template = { smsCustomizationParams: { template: 'canary' } };
    await submit(root, updateAuthProxyConfig, parent.organizationId, template);
    await submit(root, updateAuthProxyConfig, parent.organizationId, { allowedOrigins: ['*'] });
    expect(log.some((entry) => entry.includes('open to every origin'))).toBe(true);
  });

  test('a delivery that fails, with an error that quotes address and code', async () => {
    send = () => {
      throw new Error(`550 no such mailbox ${contact}: "your code is ${[...canaries].at(-1)}" at mx.example.com`);
    };
    await callProxy(proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact });
    await service.deliver();
    expect(log.some((entry) => entry.includes('delivery failed'))).toBe(true);
    send = () => {};
  });

  test.each([
    'canary',
    `cannot reach ${contact} at 10.0.0.1`,
    `two lines\n    at ${contact} (canary)`,
    `SqliteError: insert into users values ('${contact}') at /srv/app.js:1:1`,
  ])('a fault of the service itself, with the message %j', async (message) => {
    const before = log.length;
    clock = () => {
      throw new TypeError(message);
    };
    const body = JSON.stringify({ organizationId: parent.organizationId });
    const response = await sendBytes(whoami.path, body, await stampOf(root, body));
    clock = () => Date.now();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 13, details: [{ reason: 'INTERNAL' }, {}] });
    expect(log.slice(before)).toHaveLength(1);
    expect(log[before]).toMatch(/request failed.*TypeError.*logs\.test\.ts/);
  });

  test('a database that is gone', async () => {
    const { store } = service.tools;
    const body = JSON.stringify({ organizationId: parent.organizationId });
    const gone = await openLibsql(':memory:');
    await gone.close();
    const { createCoordinator } = await import('../../../src/service/coordinator/coordinator.js');
    const coordinator = createCoordinator({ ...service.tools, store: { ...store, read: gone.read } });
    const headers = { 'Content-Type': 'application/json', ...(await stampOf(root, body)) };
    const response = await coordinator(
      new Request(`https://latchkey.test${whoami.path}`, { method: 'POST', headers, body }),
    );
    expect([500, 503]).toContain(response.status);
    saysNothingOfOurInside(await response.text());
  });

  test('leave no code, token, key, contact, stamp or body in the log', () => {
    expect(log.length).toBeGreaterThan(5);
    expect(canaries.size).toBeGreaterThan(40);
    const text = log.join('\n');
    for (const canary of canaries) expect(text.includes(canary), `a canary of ${canary.length} characters`).toBe(false);
  });
});
