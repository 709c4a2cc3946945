import { expect, test } from 'vitest';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createWebhookEndpoint, resendWebhookDelivery } from '../../../../../src/contract/webhooks.js';
import {
  type ListWebhookDeliveriesResponse,
  listWebhookDeliveries,
} from '../../../../../src/contract/webhooks.queries.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { done, refusedAs, rootOf } from '../../../../support/parties.js';
import { startReceiver } from '../../../../support/receiver.js';
import { databases } from '../../../../support/stores.js';
import { ask } from '../../../../support/wire.js';

test.each(databases)(
  'what is being sent is not sent beside it, and can be sent again after it, on $name',
  async ({ open }) => {
    const service = await createTestService({ store: await open(), outbound: guardedOutbound('public and loopback') });
    const receiver = await startReceiver();
    const root = await rootOf(service);
    const { endpointId } = await done(service, root, createWebhookEndpoint, { url: receiver.url, name: 'Endpoint' });
    await done(service, root, createWallet, { walletName: 'Wallet', accounts: [] });
    const { webhookDeliveries } = await ask<ListWebhookDeliveriesResponse>(service, root.key, listWebhookDeliveries, {
      ...{ organizationId: root.organizationId, endpointId },
    });
    const resend = { endpointId, eventId: webhookDeliveries[0]?.eventId ?? '' };
    const sent = () => receiver.received.filter(({ headers }) => headers['x-turnkey-event-id'] === resend.eventId);
    let answerNow = () => {};
    receiver.answer = {
      status: 400,
      after: new Promise<void>((resolve) => {
        answerNow = resolve;
      }),
    };
    const delivered = service.service.deliver();
    await expect.poll(sent).toHaveLength(1);
    service.clock.advanceMs(10_000);
    await refusedAs('TOO_MANY_RESENDS', service, root, resendWebhookDelivery, resend);
    await service.service.deliver();
    expect(sent()).toHaveLength(1);
    answerNow();
    await delivered;
    receiver.answer = { status: 200 };
    service.clock.advanceMs(10_000);
    await done(service, root, resendWebhookDelivery, resend);
    await service.service.deliver();
    expect(sent()).toHaveLength(2);
    await receiver.close();
    await service.close();
  },
);
