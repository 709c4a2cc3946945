import { createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../../src/contract/activities.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import type { RefusalCode } from '../../../../../src/contract/refusals.js';
import type { AnswerOf } from '../../../../../src/contract/row.js';
import { createReadOnlySession } from '../../../../../src/contract/sessions.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../../../../src/contract/webhooks.js';
import { listWebhookDeliveries, listWebhookEndpoints } from '../../../../../src/contract/webhooks.queries.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import type { Row } from '../../../../../src/service/store/schema.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  done,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, post, submit } from '../../../../support/wire.js';
import { openWebhookPlace, type WebhookPlace } from './webhookPlace.js';

const jwksPath = '/public/v1/discovery/webhooks/jwks';
const hourMs = 60 * 60_000;

describe.each(databases)('webhooks on $name', ({ open }) => {
  let place: WebhookPlace;
  beforeEach(async () => {
    place = await openWebhookPlace(await open());
  });
  afterEach(() => place.close());

  test('an endpoint receives an activity, redacted as for a stranger, with all headers of the wire', async () => {
    const { activities, deliver, deliveries, endpoint, receiver, root, service, wallet } = place;
    const { endpointId } = await endpoint();
    const made = await wallet(root);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [received] = receiver.received;
    const sent = activities()[0];
    expect(sent).toMatchObject({
      id: made.id,
      status: 'ACTIVITY_STATUS_COMPLETED',
      canApprove: false,
      canReject: false,
    });
    expect(sent?.votes).toHaveLength(1);
    const [delivery] = await deliveries(endpointId);
    expect(received?.path).toBe('/events');
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-turnkey-organization-id': root.organizationId,
      'x-turnkey-event-type': 'ACTIVITY_UPDATES',
      'x-turnkey-timestamp': String(service.clock()),
      'x-turnkey-webhook-version': '1',
      'x-turnkey-event-id': delivery?.eventId,
      'x-turnkey-signature-algorithm': 'ed25519',
      'x-turnkey-signature-version': 'v1',
    });
    expect(delivery).toMatchObject({
      endpointId,
      eventType: 'ACTIVITY_UPDATES',
      organizationId: root.organizationId,
      activityId: made.id,
      status: 'WEBHOOK_DELIVERY_STATUS_DELIVERED',
      tries: 1,
      responseStatus: 204,
    });
  });

  test('an event has a signature that the published key verifies, over its exact bytes', async () => {
    const { deliver, endpoint, receiver, root, service, wallet } = place;
    await endpoint();
    await wallet(root);
    await deliver();
    const [received] = receiver.received;
    const { keys } = (await (await service.fetch(`https://latchkey.test${jwksPath}`)).json()) as { keys: JsonWebKey[] };
    expect(keys).toEqual([
      expect.objectContaining({
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        turnkey_signature_version: 'v1',
      }),
    ]);
    const header = (name: string) => received?.headers[`x-turnkey-${name}`] ?? '';
    const key = createPublicKey({ key: keys[0] as never, format: 'jwk' });
    const isSigned = (body: string) => {
      const signedText = `v1.ed25519.${header('signature-key-id')}.${header('timestamp')}.${header('event-id')}.${body}`;
      return verify(null, Buffer.from(signedText), key, Buffer.from(header('signature'), 'hex'));
    };
    expect(isSigned(received?.body ?? '')).toBe(true);
    expect(isSigned(`${received?.body} `)).toBe(false);
  });

  test('the published keys are none before the first endpoint, and one for two endpoints', async () => {
    const { endpoint, service } = place;
    const keys = async () =>
      ((await (await service.fetch(`https://latchkey.test${jwksPath}`)).json()) as { keys: unknown[] }).keys;
    expect(await keys()).toEqual([]);
    await endpoint();
    await endpoint();
    expect(await keys()).toHaveLength(1);
    const refused = await post(service, jwksPath, '{}', {});
    expect(refused.status).toBe(404);
  });

  test("T-48: a parent's endpoint receives events of its sub-organizations, and of no others", async () => {
    const { deliver, endpoint, receiver, root, service, wallet } = place;
    await endpoint();
    const { users } = await makeSubOrganization(service);
    const other = await makeOtherParent(service);
    await done(service, other, createWebhookEndpoint, { url: `${receiver.url}/theirs`, name: 'Theirs' });
    await wallet(users[0]);
    const theirs = await wallet(other);
    await deliver();
    const receivedAt = (at: string) =>
      receiver.received.filter(({ path }) => path === at).map(({ body }) => JSON.parse(body) as Activity);
    const organizations = receivedAt('/events').map(({ organizationId }) => organizationId);
    expect(organizations.sort()).toEqual([root.organizationId, users[0].organizationId].sort());
    expect(receivedAt('/events/theirs').map(({ id }) => id)).toEqual([theirs.id]);
  });

  test('T-17: an event holds no secret result, though its requester gets it', async () => {
    const { deliver, endpoint, receiver, root, service } = place;
    await endpoint();
    const { session } = await done(service, root, createReadOnlySession, {});
    expect(session).toMatch(/^[\w-]{43}$/);
    await deliver();
    const bodies = receiver.received.map(({ body }) => body).join();
    expect(bodies).toContain('createReadOnlySessionResult');
    expect(bodies).not.toContain(session);
  });

  test('an endpoint that rests has no deliveries, not even waiting ones', async () => {
    const { deliveries, endpoint, root, service, wallet } = place;
    const { endpointId } = await endpoint();
    await done(service, root, updateWebhookEndpoint, { endpointId, isActive: false });
    const before = await deliveries(endpointId);
    await wallet(root);
    expect(await deliveries(endpointId)).toEqual(before);
  });

  test('a waiting activity is sent when it begins to wait and when it ends', async () => {
    const { activities, deliver, endpoint, service, wallet } = place;
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    await endpoint();
    const [ada, grace] = users;
    const approved = await wallet(ada);
    await act(service, grace as Party, approveActivity, { fingerprint: approved.fingerprint });
    const rejected = await wallet(ada);
    await act(service, grace as Party, rejectActivity, { fingerprint: rejected.fingerprint });
    await deliver();
    await deliver();
    const told = (id: string) =>
      activities()
        .filter((activity) => activity.id === id)
        .map(({ status }) => status)
        .sort();
    expect(told(approved.id)).toEqual(['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_CONSENSUS_NEEDED']);
    expect(told(rejected.id)).toEqual(['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_REJECTED']);
  });

  test('the same bytes again are sent once', async () => {
    const { deliver, endpoint, receiver, root, service } = place;
    await endpoint();
    const once = () =>
      submit(service, root.key, createWallet, root.organizationId, { walletName: 'Once', accounts: [] });
    expect((await once()).id).toBe((await once()).id);
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  test('a failing endpoint is called again, later each time, with the same id and a new signature', async () => {
    const { deliver, deliveries, endpoint, receiver, root, service, wallet } = place;
    receiver.answer = { status: 503 };
    const { endpointId } = await endpoint();
    await wallet(root);
    await deliver();
    expect(await deliveries(endpointId)).toMatchObject([
      { status: 'WEBHOOK_DELIVERY_STATUS_PENDING', tries: 1, responseStatus: 503 },
    ]);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    service.clock.advanceMs(1000);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    receiver.answer = { status: 200 };
    service.clock.advanceMs(2000);
    await deliver();
    expect(await deliveries(endpointId)).toMatchObject([{ status: 'WEBHOOK_DELIVERY_STATUS_DELIVERED', tries: 3 }]);
    const header = (name: string) => new Set(receiver.received.map(({ headers }) => headers[`x-turnkey-${name}`]));
    expect(header('event-id').size).toBe(1);
    expect(header('signature').size).toBe(3);
  });

  test.each([301, 400, 404, 410, 429])('an endpoint that answers %i is not called again', async (status) => {
    const { deliver, deliveries, endpoint, receiver, root, service, wallet } = place;
    receiver.answer = { status, headers: { location: `${receiver.url}/elsewhere` } };
    const { endpointId } = await endpoint();
    await wallet(root);
    await deliver();
    service.clock.advanceMs(2 * hourMs);
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/events']);
    expect(await deliveries(endpointId)).toMatchObject([
      { status: 'WEBHOOK_DELIVERY_STATUS_FAILED', tries: 1, responseStatus: status },
    ]);
  });

  test('A-71: an event for a name that resolves to an internal address ends refused, and is not tried again', async () => {
    const asked: string[] = [];
    const inward = guardedOutbound('public', (host, _options, found) => {
      asked.push(host);
      found(null, [{ address: '10.0.0.5', family: 4 }]);
    });
    const test = await createTestService({ store: await open(), outbound: inward });
    const by = await rootOf(test);
    const made = { url: 'https://events.example.com/', name: 'Inward' };
    const { endpointId } = await done(test, by, createWebhookEndpoint, made);
    await act(test, by, createWallet, { walletName: 'Wallet', accounts: [] });
    for (let hour = 0; hour < 3; hour += 1) {
      await test.service.deliver();
      test.clock.advanceMs(hourMs);
    }
    expect(asked).toEqual(['events.example.com']);
    const { organizationId } = by;
    const { webhookDeliveries } = await ask<AnswerOf<typeof listWebhookDeliveries>>(
      test,
      by.key,
      listWebhookDeliveries,
      { organizationId, endpointId },
    );
    expect(webhookDeliveries).toMatchObject([{ status: 'WEBHOOK_DELIVERY_STATUS_FAILED', tries: 1 }]);
    expect(webhookDeliveries[0]).not.toHaveProperty('responseStatus');
    await test.close();
  });

  test('an undelivered event ends after 24 hours, and is deleted a week after it happened', async () => {
    const { deliver, deliveries, endpoint, receiver, root, service, wallet } = place;
    const { endpointId } = await endpoint();
    await receiver.close();
    await wallet(root);
    await deliver();
    service.clock.advanceMs(23 * hourMs);
    await deliver();
    expect(await deliveries(endpointId)).toMatchObject([{ status: 'WEBHOOK_DELIVERY_STATUS_PENDING', tries: 2 }]);
    service.clock.advanceMs(hourMs);
    await deliver();
    const [over] = await deliveries(endpointId);
    expect(over).toMatchObject({ status: 'WEBHOOK_DELIVERY_STATUS_FAILED', tries: 2 });
    expect(over).not.toHaveProperty('responseStatus');
    service.clock.advanceMs(6 * 24 * hourMs);
    await deliver();
    expect(await deliveries(endpointId)).toEqual([]);
  });

  test('what waits for an endpoint goes to its new address, and nowhere once it is gone or rests', async () => {
    const { asked, deliver, endpoint, receiver, root, service, wallet } = place;
    receiver.answer = { status: 500 };
    const { endpointId } = await endpoint();
    await wallet(root);
    await deliver();
    await done(service, root, updateWebhookEndpoint, { endpointId, url: `${receiver.url}/new` });
    service.clock.advanceMs(1000);
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/events', '/events/new', '/events/new']);
    await done(service, root, updateWebhookEndpoint, { endpointId, isActive: false });
    service.clock.advanceMs(hourMs);
    await deliver();
    await wallet(root);
    await deliver();
    expect(receiver.received).toHaveLength(3);
    await done(service, root, deleteWebhookEndpoint, { endpointId });
    service.clock.advanceMs(hourMs);
    await deliver();
    expect(receiver.received).toHaveLength(3);
    expect(await asked(root, listWebhookEndpoints, {})).toEqual({ webhookEndpoints: [] });
  });

  test('an endpoint returns its settings, and their changes', async () => {
    const { asked, deliver, endpoint, receiver, root, service, wallet } = place;
    const subscriptions = [{ eventType: 'ACTIVITY_UPDATES', isActive: false }] as const;
    const { endpointId, webhookEndpoint } = await endpoint({ subscriptions });
    expect(webhookEndpoint).toMatchObject({
      endpointId,
      organizationId: root.organizationId,
      url: receiver.url,
      isActive: true,
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES', filtersJson: '', isActive: false }],
    });
    const renamed = await done(service, root, updateWebhookEndpoint, { endpointId, name: 'Renamed' });
    expect(renamed.webhookEndpoint).toEqual({ ...webhookEndpoint, name: 'Renamed' });
    const { webhookEndpoints } = await asked(root, listWebhookEndpoints, {});
    expect(webhookEndpoints).toEqual([renamed.webhookEndpoint]);
    await wallet(root);
    await deliver();
    expect(receiver.received).toEqual([]);
  });

  test('refused are sub-organizations, inner addresses, taken names, too many, and what is not built yet', async () => {
    const { endpoint, receiver, root, service } = place;
    const { users } = await makeSubOrganization(service);
    const create = (code: RefusalCode, parameters: object, party = root) =>
      refusedAs(code, service, party, createWebhookEndpoint, { url: receiver.url, name: 'New', ...parameters });
    await create('WEBHOOKS_NOT_HERE', {}, users[0]);
    for (const url of ['https://10.0.0.1/', 'https://[fd00::1]/', 'http://example.com/', 'https://169.254.169.254/'])
      await create('WEBHOOK_URL_REFUSED', { url });
    const { endpointId } = await endpoint({ name: 'Taken' });
    await create('NAME_TAKEN', { name: 'Taken' });
    for (const subscription of [
      { eventType: 'BALANCE_FINALIZED_UPDATES' },
      { eventType: 'ACTIVITY_UPDATES', filtersJson: '{"a":1}' },
    ])
      await create('NOT_YET_SUPPORTED', { subscriptions: [subscription] });
    const update = (code: RefusalCode, parameters: object) =>
      refusedAs(code, service, root, updateWebhookEndpoint, { endpointId, ...parameters });
    await update('WEBHOOK_URL_REFUSED', { url: 'https://192.168.1.1/' });
    await endpoint({ name: 'Other' });
    await update('NAME_TAKEN', { name: 'Other' });
    await update('WEBHOOK_ENDPOINT_NOT_FOUND', { endpointId: absentId });
    const { db } = service.service.tools.store;
    const [row] = await db.selectFrom('webhook_endpoints').selectAll().execute();
    for (let made = 2; made < 100; made += 1)
      await db
        .insertInto('webhook_endpoints')
        .values({ ...(row as Row<'webhook_endpoints'>), endpoint_id: `${made}`, name: `${made}`, is_active: 0 })
        .execute();
    await create('LIMIT_REACHED', {});
  });

  test("another organization's endpoint is as absent as none", async () => {
    const { asked, endpoint, root, service } = place;
    const { endpointId } = await endpoint();
    const other = await makeOtherParent(service);
    await refusedAs('WEBHOOK_ENDPOINT_NOT_FOUND', service, other, deleteWebhookEndpoint, { endpointId });
    await expect(asked(other, listWebhookDeliveries, { endpointId })).rejects.toMatchObject({
      code: 'WEBHOOK_ENDPOINT_NOT_FOUND',
    });
    expect((await asked(root, listWebhookEndpoints, {})).webhookEndpoints).toHaveLength(1);
  });

  test('deliveries come in pages, newest first', async () => {
    const { asked, endpoint, root, service, wallet } = place;
    const { endpointId } = await endpoint();
    for (let made = 0; made < 3; made += 1) {
      service.clock.advanceMs(1);
      await wallet(root);
    }
    const page = async (paginationOptions: object) =>
      (await asked(root, listWebhookDeliveries, { endpointId, paginationOptions })).webhookDeliveries.map(
        ({ eventId }) => eventId,
      );
    const all = await page({});
    expect(all).toEqual([...all].sort().reverse());
    expect(all).toHaveLength(3);
    expect(await page({ limit: '2' })).toEqual(all.slice(0, 2));
    expect(await page({ limit: '2', after: all[1] })).toEqual(all.slice(2));
    expect(await page({ limit: '1', before: all[2] })).toEqual(all.slice(1, 2));
  });
});
