import { openLibsql } from '../store/openLibsql.js';
import { openPostgres } from '../store/openPostgres.js';
import type { Store } from '../store/store.js';
import { openDataFolder, ownFile } from './dataFolder.js';
import type { StorePlace } from './environment.js';

/**
 * Opens the database of a hosted service. In a folder it is `latchkey.db`, apart from that of development.
 *
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {PeerError} PEER_MISSING
 */
export async function openStore(place: StorePlace): Promise<Store> {
  if ('postgresUrl' in place) return openPostgres(place.postgresUrl, place);
  openDataFolder(place.folder);
  return openLibsql(ownFile(place.folder, 'latchkey.db'));
}
