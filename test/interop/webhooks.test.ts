import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import * as http from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Loopback, openLoopback } from './loopback.js';
import { clientOf, now } from './visit.js';

let loopback: Loopback;
let receiver: Receiver;
beforeAll(async () => {
  loopback = await openLoopback();
  receiver = await startReceiver();
});
afterAll(async () => {
  await loopback.close();
  await receiver.close();
});

describe('@turnkey/http and @turnkey/crypto', () => {
  const asRoot = () => clientOf(loopback, http, loopback.rootApiKey);

  test('make, change, list and delete a webhook endpoint', async () => {
    const { organizationId } = loopback;
    const made = await asRoot().createWebhookEndpoint({
      type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT',
      timestampMs: now(),
      organizationId,
      parameters: { url: receiver.url, name: 'First', subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }] },
    });
    const { endpointId } = http.assertNonNull(made.activity.result.createWebhookEndpointResult);
    const changed = await asRoot().updateWebhookEndpoint({
      type: 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT',
      timestampMs: now(),
      organizationId,
      parameters: { endpointId, name: 'Renamed', isActive: true },
    });
    expect(changed.activity.result.updateWebhookEndpointResult?.webhookEndpoint).toMatchObject({ name: 'Renamed' });
    const { webhookEndpoints } = await asRoot().listWebhookEndpoints({ organizationId });
    expect(webhookEndpoints).toMatchObject([{ endpointId, organizationId, url: receiver.url, isActive: true }]);
    await asRoot().deleteWebhookEndpoint({
      type: 'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT',
      timestampMs: now(),
      organizationId,
      parameters: { endpointId },
    });
    expect((await asRoot().listWebhookEndpoints({ organizationId })).webhookEndpoints).toEqual([]);
  });

  test('verify the signature of an event by the published keys, and refuse it over other bytes', async () => {
    const { organizationId } = loopback;
    await asRoot().createWebhookEndpoint({
      type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT',
      timestampMs: now(),
      organizationId,
      parameters: { url: receiver.url, name: 'Second' },
    });
    const before = receiver.received.length;
    const { activity } = await asRoot().createWallet({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: now(),
      organizationId,
      parameters: { walletName: `Wallet ${now()}`, accounts: [] },
    });
    await loopback.service.deliver();
    const [event] = receiver.received.slice(before);
    expect(JSON.parse(event?.body ?? '{}')).toMatchObject({ id: activity.id, type: 'ACTIVITY_TYPE_CREATE_WALLET' });
    const jwks = (await (await fetch(`${loopback.url}/public/v1/discovery/webhooks/jwks`)).json()) as {
      keys: { kid: string; x: string }[];
    };
    const verificationKeys = jwks.keys.map(({ kid, x }) => ({
      keyId: kid,
      publicKey: Buffer.from(x, 'base64url').toString('hex'),
    }));
    const verified = (body: string) =>
      verifyTurnkeyWebhookSignature({
        headers: event?.headers ?? {},
        body,
        verificationKeys,
        maxTimestampAgeMs: 5 * 60_000,
      });
    expect(verified(event?.body ?? '')).toMatchObject({ ok: true });
    expect(verified(`${event?.body} `)).toEqual({ ok: false, reason: 'invalid_signature' });
  });
});
