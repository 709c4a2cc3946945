import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import type { Activity } from '../../src/contract/activities.records.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createWebhookEndpoint } from '../../src/contract/webhooks.js';
import { memoryReplayStore } from '../../src/server/replayStore.js';
import { verifyWebhook, type WebhookRequest, type WebhookSettings } from '../../src/server/verifyWebhook.js';
import { guardedOutbound } from '../../src/service/node/guardedOutbound.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { act, done, makeOtherParent, type Party, rootOf } from '../support/parties.js';
import { type Receiver, startReceiver } from '../support/receiver.js';

const jwksUrl = 'https://latchkey.test/public/v1/discovery/webhooks/jwks';
const minuteMs = 60_000;

describe('an event', () => {
  let service: TestService;
  let receiver: Receiver;
  let root: Party;
  let settings: WebhookSettings;
  let asked: string[];

  beforeEach(async () => {
    service = await createTestService({ outbound: guardedOutbound('public and loopback') });
    receiver = await startReceiver();
    root = await rootOf(service);
    asked = [];
    settings = {
      jwksUrl,
      endpointIds: [await endpointOf(root)],
      clock: service.clock,
      replayStore: memoryReplayStore({ clock: service.clock }),
      fetch: (url, init) => {
        asked.push(url);
        return service.fetch(url, init);
      },
    };
  });
  afterEach(async () => {
    await receiver.close();
    await service.close();
  });

  const endpointOf = async (party: Party): Promise<string> =>
    (await done(service, party, createWebhookEndpoint, { url: receiver.url, name: 'Ledger' })).endpointId;

  type Sent = { readonly headers: Record<string, string>; readonly body: string };

  /** What arrives at the endpoint once a party has made a wallet. */
  async function sent(party = root): Promise<Sent & { readonly made: Activity }> {
    const made = await act(service, party, createWallet, { walletName: crypto.randomUUID(), accounts: [] });
    await service.service.deliver();
    const received = receiver.received.at(-1);
    if (!received) throw new Error('nothing was sent');
    return { headers: received.headers, body: received.body, made };
  }

  const codeOf = (request: WebhookRequest, changes: Partial<WebhookSettings> = {}) =>
    verifyWebhook(request, { ...settings, ...changes }).then(
      () => 'accepted',
      ({ code, status }) => `${code} ${status}`,
    );

  test('is verified, and says what happened, where, and for which endpoint', async () => {
    const { headers, body, made } = await sent();
    const request = new Request('https://acme.example/hook', { method: 'POST', headers, body });
    const event = await verifyWebhook(request, settings);
    expect(event).toMatchObject({
      type: 'ACTIVITY_UPDATES',
      eventId: headers['x-turnkey-event-id'],
      endpointId: settings.endpointIds[0],
      organizationId: root.organizationId,
      sentAtMs: service.clock(),
      activity: { id: made.id, status: 'ACTIVITY_STATUS_COMPLETED', type: 'ACTIVITY_TYPE_CREATE_WALLET' },
    });
    expect(event.activity).not.toHaveProperty('webhookEndpointId');
    expectTypeOf(event.activity).toExtend<Activity>();
  });

  test('is verified of headers and a raw body, as Node and Express have them', async () => {
    const text = await sent();
    expect(await codeOf(text)).toBe('accepted');
    const bytes = await sent();
    expect(await codeOf({ headers: bytes.headers, body: Buffer.from(bytes.body) })).toBe('accepted');
  });

  test('is refused where a header or the body was changed', async () => {
    const { headers, body } = await sent();
    const changed = (name: string, value: string) => codeOf({ headers: { ...headers, [name]: value }, body });
    const signature = headers['x-turnkey-signature'] ?? '';
    const other = `${signature[0] === '0' ? '1' : '0'}${signature.slice(1)}`;
    expect(await changed('x-turnkey-signature', other)).toBe('WEBHOOK_SIGNATURE_INVALID 400');
    expect(await changed('x-turnkey-event-id', crypto.randomUUID())).toBe('WEBHOOK_SIGNATURE_INVALID 400');
    expect(await changed('x-turnkey-timestamp', String(service.clock() + 1))).toBe('WEBHOOK_SIGNATURE_INVALID 400');
    expect(await changed('x-turnkey-signature-key-id', crypto.randomUUID())).toBe('WEBHOOK_KEY_UNKNOWN 503');
    expect(await codeOf({ headers, body: `${body} ` })).toBe('WEBHOOK_SIGNATURE_INVALID 400');
    expect(await codeOf({ headers, body: `\uFEFF${body}` })).toBe('WEBHOOK_SIGNATURE_INVALID 400');
    for (const name of ['signature', 'event-id', 'timestamp', 'signature-key-id'])
      expect(await changed(`x-turnkey-${name}`, '')).toBe('WEBHOOK_MALFORMED 400');
    expect(await codeOf({ headers, body })).toBe('accepted');
  });

  test('is not lost where a stranger came first and the keys were looked up before there was one', async () => {
    const headers = { 'x-turnkey-signature-key-id': 'none', 'x-turnkey-event-id': 'none', 'x-turnkey-timestamp': '' };
    const forged = () => ({
      headers: { ...headers, 'x-turnkey-timestamp': String(service.clock()), 'x-turnkey-signature': '0'.repeat(128) },
      body: '{}',
    });
    const noKeys = Response.json({ keys: [] });
    expect(await codeOf(forged(), { fetch: async () => noKeys.clone() })).toBe('WEBHOOK_KEY_UNKNOWN 503');
    let isDown = true;
    const fetched: string[] = [];
    const changes = {
      fetch: async (url: string, init: RequestInit) => {
        fetched.push(url);
        if (isDown) throw new TypeError('unreachable');
        return service.fetch(url, init);
      },
    };
    for (let times = 0; times < 20; times += 1)
      expect(await codeOf(forged(), changes)).toBe('WEBHOOK_KEYS_UNREACHABLE 503');
    expect(fetched).toHaveLength(1);
    isDown = false;
    service.clock.advanceMs(5_000);
    expect(await codeOf(await sent(), changes)).toBe('accepted');
    expect(fetched).toHaveLength(2);
  });

  test('is not refused for good where a setting or the body is no such thing', async () => {
    const { headers, body } = await sent();
    const endpointIds = settings.endpointIds.join() as unknown as WebhookSettings['endpointIds'];
    await expect(verifyWebhook({ headers, body }, { ...settings, endpointIds })).rejects.toThrow(TypeError);
    const parsed = { headers, body: JSON.parse(body) as string };
    await expect(verifyWebhook(parsed, settings)).rejects.toThrow('needs the raw body');
  });

  test('is accepted once; its repetition by the service, which has a new time, is accepted', async () => {
    receiver.answer = { status: 503 };
    const first = await sent();
    expect(await codeOf(first)).toBe('accepted');
    expect(await codeOf(first)).toBe('WEBHOOK_REPLAYED 400');
    receiver.answer = { status: 204 };
    service.clock.advanceMs(minuteMs);
    await service.service.deliver();
    const again = receiver.received.at(-1);
    expect(again?.headers['x-turnkey-event-id']).toBe(first.headers['x-turnkey-event-id']);
    expect(await codeOf({ headers: again?.headers ?? {}, body: again?.body ?? '' })).toBe('accepted');
  });

  test('is refused when it was sent more than five minutes ago, before its body is read', async () => {
    const { headers, body } = await sent();
    service.clock.advanceMs(5 * minuteMs);
    expect(await codeOf({ headers, body })).toBe('accepted');
    service.clock.advanceMs(1);
    const request = new Request('https://acme.example/hook', { method: 'POST', headers, body });
    expect(await codeOf(request)).toBe('WEBHOOK_NOT_LIVE 503');
    expect(request.bodyUsed).toBe(false);
  });

  test('is accepted once by a clock that is five minutes behind, for as long as it would be accepted', async () => {
    const event = await sent();
    const clock = () => service.clock() - 5 * minuteMs;
    const replayStore = memoryReplayStore({ clock });
    const behind = () => codeOf(event, { clock, replayStore });
    expect(await behind()).toBe('accepted');
    service.clock.advanceMs(9 * minuteMs);
    expect(await behind()).toBe('WEBHOOK_REPLAYED 400');
    service.clock.advanceMs(minuteMs);
    expect(await behind()).toBe('WEBHOOK_REPLAYED 400');
    service.clock.advanceMs(1);
    expect(await behind()).toBe('WEBHOOK_NOT_LIVE 503');
  });

  test('T-66: is verified by keys of the URL that is set, and of none that it leads to', async () => {
    const redirects: (RequestRedirect | undefined)[] = [];
    const changes = {
      fetch: (url: string, init: RequestInit) => {
        redirects.push(init.redirect);
        return service.fetch(url, init);
      },
    };
    expect(await codeOf(await sent(), changes)).toBe('accepted');
    expect(redirects).toEqual(['error']);
  });

  test('of another organization’s endpoint at the same URL is refused', async () => {
    const other = await makeOtherParent(service);
    await endpointOf(other);
    const theirs = await sent(other);
    expect(JSON.parse(theirs.body).organizationId).toBe(other.organizationId);
    expect(await codeOf(theirs)).toBe('WEBHOOK_FOR_ANOTHER 400');
  });

  test('with a body beyond any activity is refused, and no more of it is read', async () => {
    const { headers } = await sent();
    let chunks = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const request = new Request('https://acme.example/hook', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await codeOf(request)).toBe('WEBHOOK_MALFORMED 400');
    expect(chunks).toBeLessThan(12);
  });

  test('leads to one question for the keys, and to one a minute for keys that are not published', async () => {
    const { headers, body } = await sent();
    expect(await Promise.all([codeOf({ headers, body }), codeOf({ headers, body })])).toContain('accepted');
    expect(asked).toEqual([jwksUrl]);
    const strange = () => codeOf({ headers: { ...headers, 'x-turnkey-signature-key-id': crypto.randomUUID() }, body });
    await strange();
    await strange();
    expect(asked).toEqual([jwksUrl]);
    service.clock.advanceMs(minuteMs);
    await strange();
    await strange();
    expect(asked).toEqual([jwksUrl, jwksUrl]);
  });

  test('is sent again by the service where the keys cannot be fetched', async () => {
    const down = async () => new Response('', { status: 502 });
    expect(await codeOf(await sent(), { fetch: down })).toBe('WEBHOOK_KEYS_UNREACHABLE 503');
  });

  test('cannot be verified without naming one’s own endpoints', () => {
    // @ts-expect-error endpointIds is missing
    expectTypeOf<{ jwksUrl: string }>().toExtend<WebhookSettings>();
    // @ts-expect-error no endpoint is named
    expectTypeOf<{ jwksUrl: string; endpointIds: [] }>().toExtend<WebhookSettings>();
  });
});
