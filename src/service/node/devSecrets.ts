import { join } from 'node:path';
import { fromHex } from '../../crypto/hex.js';
import { LatchkeyError } from '../../errors.js';
import type { ServiceSecrets } from '../createService.js';
import { onceWritten } from './dataFolder.js';
import { type FreshSecrets, freshSecrets } from './freshSecrets.js';

/** The secrets of a development service, and the root user's key that `/dev/config` shows. */
export type DevSecrets = { readonly secrets: ServiceSecrets; readonly rootApiKey: FreshSecrets['rootApiKey'] };

/**
 * Makes the secrets of a development service once and keeps them beside its database, so that everything is the same after a
 * restart.
 *
 * @throws {DataFolderError} DATA_FOLDER_UNUSABLE
 */
export async function devSecrets(folder: string): Promise<DevSecrets> {
  const text = await onceWritten(
    folder,
    'development.json',
    async () => `${JSON.stringify(await freshSecrets(), null, 2)}\n`,
  );
  try {
    const { masterKey, codePepper, proxyKey, rootApiKey } = JSON.parse(text) as FreshSecrets;
    return {
      secrets: {
        masterKeys: [{ id: 'development', key: fromHex(masterKey) }],
        codePepper: fromHex(codePepper),
        proxyKey: fromHex(proxyKey),
      },
      rootApiKey,
    };
  } catch (cause) {
    const path = join(folder, 'development.json');
    const says = `${path} cannot be read as the secrets of a development service. Restore it, or remove ${folder} and begin anew.`;
    throw new DataFolderError('DATA_FOLDER_UNUSABLE', says, { cause });
  }
}

/** The folder of LATCHKEY_DATA cannot be used. */
class DataFolderError extends LatchkeyError<'DATA_FOLDER_UNUSABLE'> {}
