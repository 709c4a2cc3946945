import { sendByChannel } from '../delivery/channels.js';
import { makeParent, type Parent } from '../makeParent.js';
import type { InitEnvironment } from './environment.js';
import { openService } from './openService.js';
import { openStore } from './openStore.js';

/**
 * `latchkey init`: migrates the database and makes the parent organization, whose name messages bear. It sends nothing.
 *
 * @throws {SecretsError} SECRETS_UNFIT
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {RefusedError} PUBLIC_KEY_INVALID, REQUEST_INVALID for a name that cannot stand in a message
 */
export async function initParent(
  { store, secrets }: InitEnvironment,
  parent: { name: string; rootPublicKey: string },
): Promise<Parent> {
  const service = await openService(await openStore(store), { secrets, send: sendByChannel({}) });
  try {
    return await makeParent(service.tools, {
      ...parent,
      settings: { emailCustomizationParams: { appName: parent.name } },
    });
  } finally {
    await service.close();
  }
}
