import type { Activity } from '../../../../../src/contract/activities.records.js';
import type { AnswerOf, QueryRow } from '../../../../../src/contract/row.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createWebhookEndpoint } from '../../../../../src/contract/webhooks.js';
import { listWebhookDeliveries } from '../../../../../src/contract/webhooks.queries.js';
import type { WebhookDelivery } from '../../../../../src/contract/webhooks.records.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { act, done, type Party, rootOf } from '../../../../support/parties.js';
import { startReceiver } from '../../../../support/receiver.js';
import { ask } from '../../../../support/wire.js';

/** A service that sends events, and a server that receives them. */
export async function openWebhookPlace(store: Store) {
  const service = await createTestService({ store, outbound: guardedOutbound('public and loopback') });
  const receiver = await startReceiver();
  const root = await rootOf(service);
  let names = 0;
  const endpoint = (changes: object = {}) => {
    names += 1;
    return done(service, root, createWebhookEndpoint, { url: receiver.url, name: `Endpoint ${names}`, ...changes });
  };
  const wallet = (party: Party) => {
    names += 1;
    return act(service, party, createWallet, { walletName: `Wallet ${names}`, accounts: [] });
  };
  const asked = <R extends QueryRow>({ key, organizationId }: Party, row: R, request: object): Promise<AnswerOf<R>> =>
    ask(service, key, row, { organizationId, ...request });
  const deliver = () => service.service.deliver();
  const deliveries = async (endpointId: string): Promise<readonly WebhookDelivery[]> =>
    (await asked(root, listWebhookDeliveries, { endpointId })).webhookDeliveries;
  const activities = () => receiver.received.map(({ body }) => JSON.parse(body) as Activity);
  const close = async () => {
    await receiver.close();
    await service.close();
  };
  return { service, receiver, root, endpoint, wallet, asked, deliver, deliveries, activities, close };
}

export type WebhookPlace = Awaited<ReturnType<typeof openWebhookPlace>>;
