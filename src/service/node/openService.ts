import { createService, type Service, type ServiceSettings } from '../createService.js';
import { nodePrimitives } from '../nodePrimitives.js';
import type { Store } from '../store/store.js';
import { measuredProgram } from './measuredProgram.js';

/**
 * Makes the service on an open store, with Node's own arithmetic. Should that fail, the store is closed, so that nothing keeps
 * the process.
 *
 * @throws {SecretsError} SECRETS_UNFIT
 * @throws {StoreError} STORE_UNAVAILABLE
 */
export async function openService(
  store: Store,
  settings: Omit<ServiceSettings, 'store' | 'primitives'>,
): Promise<Service> {
  try {
    return await createService({ program: measuredProgram(), ...settings, store, primitives: await nodePrimitives() });
  } catch (error) {
    await store.close();
    throw error;
  }
}
