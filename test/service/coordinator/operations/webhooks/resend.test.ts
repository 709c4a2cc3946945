import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import type { RefusalCode } from '../../../../../src/contract/refusals.js';
import { resendWebhookDelivery, updateWebhookEndpoint } from '../../../../../src/contract/webhooks.js';
import {
  absentId,
  act,
  done,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  refusedAs,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { openWebhookPlace, type WebhookPlace } from './webhookPlace.js';

const hourMs = 60 * 60_000;

describe.each(databases)('webhooks on $name', ({ open }) => {
  let place: WebhookPlace;
  beforeEach(async () => {
    place = await openWebhookPlace(await open());
  });
  afterEach(() => place.close());

  test('a delivery is sent again with its id, a fresh time and signature, and the activity as it is now', async () => {
    const { deliver, deliveries, endpoint, receiver, root, service, wallet } = place;
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    receiver.answer = { status: 410 };
    const { endpointId } = await endpoint();
    const waiting = await wallet(users[0]);
    await deliver();
    const [failed] = await deliveries(endpointId);
    expect(failed).toMatchObject({ status: 'WEBHOOK_DELIVERY_STATUS_FAILED', tries: 1, responseStatus: 410 });
    receiver.answer = { status: 200 };
    await act(service, users[1] as Party, approveActivity, { fingerprint: waiting.fingerprint });
    service.clock.advanceMs(6 * 24 * hourMs);
    const { eventId = '' } = failed ?? {};
    const answer = await done(service, root, resendWebhookDelivery, { endpointId, eventId });
    expect(answer).toEqual({ endpointId, eventId });
    await deliver();
    await deliver();
    const again = receiver.received.filter(({ headers }) => headers['x-turnkey-event-id'] === eventId);
    expect(again).toHaveLength(2);
    expect(again[1]?.headers['x-turnkey-timestamp']).toBe(String(service.clock()));
    expect(again[1]?.headers['x-turnkey-signature']).not.toBe(again[0]?.headers['x-turnkey-signature']);
    const told = again.map(({ body }) => JSON.parse(body) as Activity & { webhookEndpointId: string });
    expect(told[0]).toMatchObject({ id: waiting.id, status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' });
    expect(told[1]).toMatchObject({
      id: waiting.id,
      status: 'ACTIVITY_STATUS_COMPLETED',
      webhookEndpointId: endpointId,
    });
    expect((await deliveries(endpointId)).find((each) => each.eventId === eventId)).toMatchObject({
      ...{ status: 'WEBHOOK_DELIVERY_STATUS_DELIVERED', tries: 2, responseStatus: 200 },
      createdAt: failed?.createdAt,
    });
    // It stays to be seen for a week from now on.
    service.clock.advanceMs(6 * 24 * hourMs);
    await deliver();
    expect((await deliveries(endpointId)).map((each) => each.eventId)).toContain(eventId);
  });

  test('what still waits is sent at once, and once', async () => {
    const { deliver, deliveries, endpoint, receiver, root, service, wallet } = place;
    receiver.answer = { status: 503 };
    const { endpointId } = await endpoint();
    await wallet(root);
    for (const waitMs of [0, 1000, 2000, 4000, 8000, 16_000]) {
      service.clock.advanceMs(waitMs);
      await deliver();
    }
    receiver.received.length = 0;
    receiver.answer = { status: 200 };
    service.clock.advanceMs(10_000);
    await deliver();
    expect(receiver.received).toEqual([]);
    const [{ eventId = '' } = {}] = await deliveries(endpointId);
    await done(service, root, resendWebhookDelivery, { endpointId, eventId });
    await deliver();
    service.clock.advanceMs(hourMs);
    await deliver();
    const ids = receiver.received.map(({ headers }) => headers['x-turnkey-event-id']);
    expect(ids.filter((id) => id === eventId)).toHaveLength(1);
  });

  test("T-48: sent again is nothing of strangers, of a moment ago, of others' endpoints, nor to one that rests", async () => {
    const { deliver, deliveries, endpoint, receiver, root, service, wallet } = place;
    const { endpointId } = await endpoint();
    const { users, organizationId } = await makeSubOrganization(service);
    await wallet(users[0]);
    const [{ eventId = '' } = {}] = await deliveries(endpointId);
    const refuses = (code: RefusalCode, by: Party = root, parameters: object = {}) =>
      refusedAs(code, service, by, resendWebhookDelivery, { endpointId, eventId, ...parameters });
    await refuses('TOO_MANY_RESENDS');
    service.clock.advanceMs(10_000);
    await refuses('WEBHOOK_ENDPOINT_NOT_FOUND', users[0]);
    await refuses('WEBHOOK_ENDPOINT_NOT_FOUND', await makeOtherParent(service));
    await refuses('ORGANIZATION_MISMATCH', { ...root, organizationId });
    await refuses('WEBHOOK_DELIVERY_NOT_FOUND', root, { eventId: absentId });
    const { endpointId: second } = await endpoint();
    await refuses('WEBHOOK_DELIVERY_NOT_FOUND', root, { endpointId: second });
    for (const hostile of ['', '../..', "' or 1=1 --", 'x'.repeat(5000)])
      await refuses('REQUEST_INVALID', root, { eventId: hostile });
    await done(service, root, updateWebhookEndpoint, { endpointId, isActive: false });
    await refuses('WEBHOOK_PAUSED');
    await done(service, root, updateWebhookEndpoint, { endpointId, isActive: true });
    await done(service, root, resendWebhookDelivery, { endpointId, eventId });
    await refuses('TOO_MANY_RESENDS');
    await deliver();
    const sent = receiver.received.filter(({ headers }) => headers['x-turnkey-event-id'] === eventId);
    expect(sent).toHaveLength(1);
  });
});
