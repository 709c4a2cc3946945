import { createService } from '../createService.js';
import { sendByChannel } from '../delivery/channels.js';
import { makeParent, type Parent } from '../makeParent.js';
import { nodePrimitives } from '../nodePrimitives.js';
import type { InitEnvironment } from './environment.js';
import { openStore } from './openStore.js';

/**
 * `latchkey init`: migrates the database and makes the parent organization. It sends nothing.
 *
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {RefusedError} PUBLIC_KEY_INVALID
 */
export async function initParent(
  { store, secrets }: InitEnvironment,
  parent: { name: string; rootPublicKey: string },
): Promise<Parent> {
  const service = await createService({
    store: await openStore(store),
    secrets,
    send: sendByChannel({}),
    primitives: await nodePrimitives(),
  });
  try {
    return await makeParent(service.tools, parent);
  } finally {
    await service.close();
  }
}
