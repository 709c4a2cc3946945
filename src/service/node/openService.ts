import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../attestation/bootProof.js';
import { createService, type Service, type ServiceSettings } from '../createService.js';
import { nodePrimitives } from '../nodePrimitives.js';
import type { Store } from '../store/store.js';
import { manifest } from './packages.js';

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

/** What runs, as its Boot Proofs say it. Its sources are not measured. */
const measuredProgram = (): Pick<Program, 'version' | 'files'> => ({
  version: manifest().version,
  files: existsSync(list) ? readFileSync(list, 'utf8') : 'latchkey, not listed\n',
});

/** The list that the build has made of the package's files. */
const list = join(import.meta.dirname, '../../files.txt');
