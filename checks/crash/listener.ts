import { createWebhookEndpoint, deleteWebhookEndpoint } from '../../src/contract/webhooks.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import type { World } from './world.js';

/** A client that now and then adds an endpoint for the parent and its sub-organizations that nobody can reach. */
export async function listener({ client, parent, rootKey, chance, next }: World): Promise<never> {
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
