import { createWebhookEndpoint, deleteWebhookEndpoint } from '../../src/contract/webhooks.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import type { Fixtures } from './fixtures.js';

/** A client that repeatedly creates a webhook endpoint of the parent, which cannot be reached, and deletes it. */
export async function webhookClient({ client, parent, rootKey, chance, next }: Fixtures): Promise<never> {
  const root = { key: rootKey, organizationId: parent.organizationId };
  for (;;) {
    const endpoint = { url: 'https://events.invalid/', name: `Endpoint ${next()}` };
    const making = await activityOf(root, createWebhookEndpoint, endpoint);
    const { endpointId } = resultOf<{ endpointId: string }>(createWebhookEndpoint, making, await client.send(making));
    await pause(chance() * 3000);
    const ending = await activityOf(root, deleteWebhookEndpoint, { endpointId });
    resultOf(deleteWebhookEndpoint, ending, await client.send(ending));
    await pause(chance() * 1000);
    await client.whileOpen();
  }
}
