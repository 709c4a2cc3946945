import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../src/client/call.js';
import { type Client, createClient } from '../../src/client/createClient.js';
import type { ClientSettings } from '../../src/client/settings.js';
import { submit } from '../../src/client/submit.js';
import { listActivities } from '../../src/contract/activities.queries.js';
import { createApiKeys, deleteApiKeys } from '../../src/contract/credentials.js';
import { proxyOtpInit, proxyOtpVerify } from '../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../src/contract/proxyConfig.js';
import { writeRefusalBody } from '../../src/contract/refusalBody.js';
import { refusals, refused } from '../../src/contract/refusals.js';
import { whoami } from '../../src/contract/users.queries.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { fromHex } from '../../src/crypto/hex.js';
import { createSigningKey, verify } from '../../src/crypto/p256.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';
import { readStamp, verifyStamp } from '../../src/stampers/stamp.js';
import { type Answer, broken, json, silent, wireServer } from './wireServer.js';

const organizationId = '11111111-1111-4111-8111-111111111111';
const id = '22222222-2222-4222-8222-222222222222';
const typed = { otpId: id, otpCode: '123456' };
const token = json({ verificationToken: 'token' });
const identity = { organizationId, organizationName: 'Ada', userId: id, username: 'ada' };

const clientOf = (url: string, settings: Partial<ClientSettings> = {}): Client =>
  createClient({ authProxyUrl: url, authProxyConfigId: id, random: () => 0, ...settings });

async function caller() {
  return { stamper: keyStamper(await createSigningKey()), organizationId };
}

const activityAnswer = (status: string, more: object = {}) =>
  json({
    activity: {
      ...{ id, organizationId, status, type: 'ACTIVITY_TYPE_DELETE_API_KEYS' },
      ...{ intent: {}, result: {}, votes: [], fingerprint: '', canApprove: false, canReject: false, ...more },
    },
  });
const deleted = { result: { deleteApiKeysResult: { apiKeyIds: [id] } } };
const parameters = { userId: id, apiKeyIds: [id] };

describe('what is sent', () => {
  test('to the auth proxy names the configuration, as JSON, with no stamp', async () => {
    const { url, received } = await wireServer(token);
    await call(clientOf(`${url}/auth/`), proxyOtpVerify, typed);
    const [request] = received;
    expect(request?.path).toBe('/auth/v1/otp_verify');
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'x-auth-proxy-config-id': id });
    expect(request?.headers['x-stamp']).toBeUndefined();
    expect(JSON.parse(request?.body ?? '')).toEqual(typed);
  });

  test('to the coordinator is stamped over the exact bytes', async () => {
    const { url, received } = await wireServer(json(identity));
    await call(clientOf(url), whoami, {}, await caller());
    const [request] = received;
    expect(request?.path).toBe('/public/v1/query/whoami');
    const stamp = readStamp(String(request?.headers['x-stamp']));
    expect(await verifyStamp(stamp, utf8(request?.body ?? ''), verify)).toBe(true);
    expect(await verifyStamp(stamp, utf8(`${request?.body} `), verify)).toBe(false);
    expect(fromHex(stamp.publicKey)).toHaveLength(33);
  });

  test('as an activity is an envelope with the time of the service', async () => {
    const { url, received } = await wireServer(activityAnswer('ACTIVITY_STATUS_COMPLETED', deleted));
    const { activity, result } = await submit(
      clientOf(url, { clock: () => 1_700_000_000_000.4 }),
      deleteApiKeys,
      parameters,
      await caller(),
    );
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      ...{ type: 'ACTIVITY_TYPE_DELETE_API_KEYS', timestampMs: '1700000000000', organizationId, parameters },
    });
    expect(result).toEqual({ apiKeyIds: [id] });
    expect(activity.id).toBe(id);
  });

  test('with a stamper has to name its organization', async () => {
    const { stamper } = await caller();
    await expect(call(clientOf('http://127.0.0.1:9'), whoami, {}, { stamper })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
    });
  });
});

describe('a lost answer', () => {
  test.each<[string, Answer]>([
    ['a broken connection', broken],
    ['502', json({}, 502)],
    ['503', json({ code: 14, message: '' }, 503)],
    ['504', json({}, 504)],
  ])('by %s is requested again with the identical bytes', async (_, lost) => {
    const { url, received } = await wireServer(lost, lost, activityAnswer('ACTIVITY_STATUS_COMPLETED', deleted));
    await call(clientOf(url), deleteApiKeys, parameters, await caller());
    const fingerprints = received.map(({ body, headers }) => hash(body + headers['x-stamp']));
    expect(fingerprints).toHaveLength(3);
    expect(new Set(fingerprints).size).toBe(1);
  });

  test('is requested again twice, and then reported', async () => {
    const { url, received } = await wireServer(broken);
    await expect(call(clientOf(url), proxyWalletKitConfig, {})).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
    expect(received).toHaveLength(3);
  });

  test.each<[string, Answer]>([
    ['a broken connection', broken],
    ['503', json({}, 503)],
  ])('to otp_init, by %s, is never repeated', async (_, lost) => {
    const { url, received } = await wireServer(lost);
    const pending = call(clientOf(url), proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
    await expect(pending).rejects.toThrow();
    expect(received).toHaveLength(1);
  });

  test.each([400, 401, 403, 429, 500])(
    'is not assumed after an answer with %i: the request is not repeated',
    async (status) => {
      const { url, received } = await wireServer(json({ code: 3, message: 'no' }, status));
      await expect(call(clientOf(url), proxyOtpVerify, typed)).rejects.toMatchObject({ name: 'RefusedError', status });
      expect(received).toHaveLength(1);
    },
  );
});

describe('an unanswered request, in a page', () => {
  afterEach(() => vi.unstubAllGlobals());

  const failure = (pageOrigin: string, onLine = true) => {
    vi.stubGlobal('location', { origin: pageOrigin });
    vi.stubGlobal('navigator', { onLine });
    const client = clientOf('https://auth.example.com', {
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    return call(client, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
  };

  test('of another origin is reported with both causes and the origin, since the origin may be refused', async () => {
    const pending = failure('https://app.example.com');
    await expect(pending).rejects.toMatchObject({ code: 'UNREACHABLE_OR_ORIGIN' });
    await expect(pending).rejects.toThrow(/auth\.example\.com.*https:\/\/app\.example\.com/);
  });

  test('of the same origin, or on an offline device, is reported as unanswered', async () => {
    await expect(failure('https://auth.example.com')).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
    await expect(failure('https://app.example.com', false)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
  });
});

describe('waiting', () => {
  test('ends after the timeout, without a second request', async () => {
    const { url, received } = await wireServer(silent);
    const pending = call(clientOf(url), proxyOtpVerify, typed, { timeoutMs: 1000 });
    await expect(pending).rejects.toMatchObject({ name: 'UnreachableError', code: 'TIMED_OUT' });
    expect(received).toHaveLength(1);
  });

  test('ends if the headers arrive and the body does not', async () => {
    const { url } = await wireServer((response) => response.writeHead(200).write('{'));
    const pending = call(clientOf(url, { timeoutMs: 50 }), proxyOtpVerify, typed);
    await expect(pending).rejects.toMatchObject({ code: 'TIMED_OUT' });
  });

  test('ends with the reason of the signal', async () => {
    const { url } = await wireServer(silent);
    const giveUp = new AbortController();
    const pending = call(clientOf(url), proxyOtpVerify, typed, { signal: giveUp.signal });
    setTimeout(() => giveUp.abort('gave up'), 20);
    await expect(pending).rejects.toBe('gave up');
  });

  test('between two requests ends with the reason of the signal', async () => {
    const { url, received } = await wireServer(broken);
    const giveUp = new AbortController();
    const pending = call(clientOf(url), proxyOtpVerify, typed, { signal: giveUp.signal });
    const given = expect(pending).rejects.toBe('gave up');
    await expect.poll(() => received.length, { interval: 1 }).toBe(1);
    giveUp.abort('gave up');
    await given;
    expect(received).toHaveLength(1);
  });

  test('does not begin if the signal was already aborted', async () => {
    const { url, received } = await wireServer(token);
    const pending = call(clientOf(url), proxyOtpVerify, typed, { signal: AbortSignal.abort('gave up') });
    await expect(pending).rejects.toBe('gave up');
    expect(received).toHaveLength(0);
  });
});

describe('an answer', () => {
  test('may hold members that the contract does not know', async () => {
    const { url } = await wireServer(json({ verificationToken: 'token', more: true }));
    expect(await call(clientOf(url), proxyOtpVerify, typed)).toEqual({ verificationToken: 'token' });
  });

  test.each<[string, Answer]>([
    ['no JSON', (response) => response.end('<html>')],
    ['another shape', json({ verificationToken: 1 })],
    ['an empty body', (response) => response.end()],
  ])('with %s is malformed', async (_, answer) => {
    const { url } = await wireServer(answer);
    await expect(call(clientOf(url), proxyOtpVerify, typed)).rejects.toMatchObject({ code: 'ANSWER_MALFORMED' });
  });

  test('that redirects the request is not followed', async () => {
    const elsewhere = await wireServer(token);
    const { url } = await wireServer((response) => response.writeHead(307, { Location: elsewhere.url }).end());
    await expect(call(clientOf(url), proxyOtpVerify, typed)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
    expect(elsewhere.received).toHaveLength(0);
  });

  test('of another kind of activity is malformed', async () => {
    const { url } = await wireServer(activityAnswer('ACTIVITY_STATUS_COMPLETED', deleted));
    const pending = call(clientOf(url), createApiKeys, { userId: id, apiKeys: [] }, await caller());
    await expect(pending).rejects.toMatchObject({ code: 'ANSWER_MALFORMED' });
  });

  test('has the time to wait before the next request', async () => {
    const { url } = await wireServer(json({ code: 8, message: 'slowly' }, 429, { 'Retry-After': '7' }));
    await expect(call(clientOf(url), proxyOtpVerify, typed)).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });
});

describe('a refusal', () => {
  const refusal = (reason: string) => ({
    code: 3,
    message: 'no',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }],
  });
  const failed = (reason: string) => activityAnswer('ACTIVITY_STATUS_FAILED', { failure: refusal(reason) });

  test.each([
    ['of a newer service', 'MOON_FULL'],
    ['of another operation', 'TEMPLATE_INVALID'],
    ['named like a member of every object', 'constructor'],
  ])('%s has a code that programs can name, and the one that was sent', async (_, rawCode) => {
    const unknown = { name: 'RefusedError', code: 'UNKNOWN_REFUSAL', rawCode, message: 'no' };
    const client = clientOf((await wireServer(json(refusal(rawCode), 400))).url);
    await expect(call(client, proxyOtpVerify, typed)).rejects.toMatchObject(unknown);
    await expect(call(client, whoami, {}, await caller())).rejects.toMatchObject(unknown);
    await expect(call(client, deleteApiKeys, parameters, await caller())).rejects.toMatchObject(unknown);
    const { url } = await wireServer(failed(rawCode));
    await expect(call(clientOf(url), deleteApiKeys, parameters, await caller())).rejects.toMatchObject(unknown);
  });

  test.each(['REQUEST_INVALID', 'LAST_CREDENTIAL'])(
    '%s, which the row or every row lists, keeps its code',
    async (code) => {
      const known = { code, rawCode: code };
      const { url } = await wireServer(json(refusal(code), 400), failed(code));
      for (const _ of ['refused', 'failed'])
        await expect(call(clientOf(url), deleteApiKeys, parameters, await caller())).rejects.toMatchObject(known);
    },
  );

  test('shows the sentence that is for people who read errors, where the message is for public clients', async () => {
    const body = writeRefusalBody(refused('API_KEY_EXPIRED'));
    const { url } = await wireServer(json(body, 401));
    await expect(call(clientOf(url), whoami, {}, await caller())).rejects.toMatchObject({
      code: 'API_KEY_EXPIRED',
      message: refusals.API_KEY_EXPIRED.text,
    });
  });
});

describe('an activity', () => {
  test('that is running is queried until it is done', async () => {
    const { url, received } = await wireServer(
      activityAnswer('ACTIVITY_STATUS_CREATED'),
      activityAnswer('ACTIVITY_STATUS_PENDING'),
      activityAnswer('ACTIVITY_STATUS_COMPLETED', deleted),
    );
    expect(await call(clientOf(url), deleteApiKeys, parameters, await caller())).toEqual({ apiKeyIds: [id] });
    expect(received.map(({ path }) => path.split('/').at(-1))).toEqual([
      'delete_api_keys',
      'get_activity',
      'get_activity',
    ]);
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({ organizationId, activityId: id });
  });

  test('that is running is not waited for once the caller aborts', async () => {
    const { url } = await wireServer(activityAnswer('ACTIVITY_STATUS_PENDING'));
    const giveUp = new AbortController();
    const pending = call(clientOf(url), deleteApiKeys, parameters, { ...(await caller()), signal: giveUp.signal });
    setTimeout(() => giveUp.abort('gave up'), 100);
    await expect(pending).rejects.toBe('gave up');
  });

  test.each([
    ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_NEEDS_APPROVAL'],
    ['ACTIVITY_STATUS_AUTHENTICATORS_NEEDED', 'ACTIVITY_NEEDS_AUTHENTICATORS'],
  ])('in %s waits for votes: %s, with the activity', async (status, code) => {
    const { url } = await wireServer(activityAnswer(status));
    const pending = call(clientOf(url), deleteApiKeys, parameters, await caller());
    await expect(pending).rejects.toMatchObject({ name: 'ActivityPendingError', code, activity: { id, status } });
  });

  test('that failed is refused with its failure', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_NOT_FOUND' }];
    const failure = { code: 5, message: 'no such key', details };
    const { url } = await wireServer(activityAnswer('ACTIVITY_STATUS_FAILED', { failure }));
    const pending = call(clientOf(url), deleteApiKeys, parameters, await caller());
    await expect(pending).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND', message: 'no such key', status: 404 });
  });

  test('that was rejected is refused', async () => {
    const { url } = await wireServer(activityAnswer('ACTIVITY_STATUS_REJECTED'));
    const pending = call(clientOf(url), deleteApiKeys, parameters, await caller());
    await expect(pending).rejects.toMatchObject({ name: 'RefusedError', code: 'ACTIVITY_REJECTED' });
  });

  test('refused for its time is signed again once, with the answer’s time, which later requests use', async () => {
    const then = { Date: 'Tue, 14 Nov 2023 22:13:20 GMT' };
    const late = json(clockRefusal, 400, then);
    const done: Answer = (response, request) => {
      response.setHeaders(new Headers(then));
      activityAnswer('ACTIVITY_STATUS_COMPLETED', deleted)(response, request);
    };
    const { url, received } = await wireServer(late, done);
    const client = clientOf(url, { clock: () => 1_600_000_000_000 });
    await call(client, deleteApiKeys, parameters, await caller());
    await call(client, deleteApiKeys, parameters, await caller());
    const times = received.map(({ body }) => JSON.parse(body).timestampMs);
    expect(times).toEqual(['1600000000000', '1700000000500', '1700000000500']);
  });

  test('refused for its time twice is refused', async () => {
    const late = json(clockRefusal, 400);
    const { url, received } = await wireServer(late);
    const pending = call(clientOf(url), deleteApiKeys, parameters, await caller());
    await expect(pending).rejects.toMatchObject({ code: 'TIMESTAMP_NOT_LIVE' });
    expect(received).toHaveLength(2);
  });
});

describe('a query', () => {
  test('is sent for the organization that it names, else for the caller’s', async () => {
    const { url, received } = await wireServer(json({ activities: [] }));
    const client = clientOf(url);
    const named = '33333333-3333-4333-8333-333333333333';
    await call(client, listActivities, { paginationOptions: { limit: '5' } }, await caller());
    await call(client, listActivities, { organizationId: named }, await caller());
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { organizationId, paginationOptions: { limit: '5' } },
      { organizationId: named },
    ]);
  });
});

/** A refusal in the hosted service's format. */
const clockRefusal = {
  code: 3,
  message: '',
  details: [{ '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail', turnkeyErrorCode: 'INVALID_TIME' }],
};

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
