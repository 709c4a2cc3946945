import { join } from 'node:path';
import { fromHex, toHex } from '../../crypto/hex.js';
import { LatchkeyError } from '../../errors.js';
import type { ServiceSecrets } from '../secrets/givenSecrets.js';
import { onceWritten } from './dataFolder.js';
import { type FreshSecrets, freshSecrets } from './freshSecrets.js';

/** The secrets of a development service. */
export type DevSecrets = {
  readonly secrets: ServiceSecrets;
  /** The root user's key, which `/dev/config?token=…` shows. */
  readonly rootApiKey: FreshSecrets['rootApiKey'];
  /** Stands in the file `token`, for the user's own programs. */
  readonly token: string;
};

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
  const token = await onceWritten(folder, 'token', async () => `${freshToken()}\n`);
  try {
    const { masterKey, codePepper, proxyKey, rootApiKey } = JSON.parse(text) as FreshSecrets;
    return {
      secrets: {
        masterKeys: [{ id: 'development', key: fromHex(masterKey) }],
        codePepper: fromHex(codePepper),
        proxyKey: fromHex(proxyKey),
      },
      rootApiKey,
      token: token.trim(),
    };
  } catch (cause) {
    const path = join(folder, 'development.json');
    const message = `${path} cannot be read as the secrets of a development service. Restore it, or remove ${folder} and begin anew.`;
    throw new DataFolderError('DATA_FOLDER_UNUSABLE', message, { cause });
  }
}

/** 128 random bits in hex. */
const freshToken = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** The folder of LATCHKEY_DATA cannot be used. */
class DataFolderError extends LatchkeyError<'DATA_FOLDER_UNUSABLE'> {}
