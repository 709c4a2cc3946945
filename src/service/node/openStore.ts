import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LatchkeyError } from '../../errors.js';
import { hasParent } from '../store/hasParent.js';
import { openLibsql } from '../store/openLibsql.js';
import { openPostgres } from '../store/openPostgres.js';
import type { Store } from '../store/store.js';
import { ownFile } from './dataFolder.js';
import type { StorePlace } from './environment.js';
import { holdFolder } from './folderLock.js';

/** The database of a hosted service in a folder, apart from that of development. */
export const databaseFile = 'latchkey.db';

/**
 * Opens the database of a hosted service, which is made where there is none.
 *
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {FolderError} FOLDER_IN_USE
 * @throws {PeerError} PEER_MISSING
 */
export async function openStore(place: StorePlace): Promise<Store> {
  return 'postgresUrl' in place ? openPostgres(place.postgresUrl, place) : openInFolder(place.folder, databaseFile);
}

/**
 * Opens an SQLite file in a folder of data, and holds the folder until it is closed.
 *
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {FolderError} FOLDER_IN_USE
 * @throws {PeerError} PEER_MISSING
 */
export async function openInFolder(folder: string, name: string): Promise<Store> {
  const held = await holdFolder(folder, 'with others');
  try {
    const store = await openLibsql(ownFile(folder, name));
    return {
      ...store,
      close: async () => {
        await store.close();
        held.release();
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

/**
 * Opens one that `latchkey init` has made, and makes nothing: a mistyped folder is not taken for a new service.
 *
 * @throws {DatabaseError} NOT_INITIALISED
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {PeerError} PEER_MISSING
 */
export async function openInitialised(place: StorePlace): Promise<Store> {
  if ('folder' in place && !existsSync(join(place.folder, databaseFile))) throw notInitialised(place);
  const store = await openStore(place);
  if (await hasParent(store)) return store;
  await store.close();
  throw notInitialised(place);
}

function notInitialised(place: StorePlace): DatabaseError {
  const where = 'folder' in place ? `LATCHKEY_DATA=${place.folder}` : 'the database of DATABASE_URL';
  return new DatabaseError(
    'NOT_INITIALISED',
    `There is no organization in ${where}. If this is the right place, make one: latchkey init --name <organization> --root-public-key <key>`,
  );
}

/** The database is not one that a service can work on. */
class DatabaseError extends LatchkeyError<'NOT_INITIALISED'> {}
