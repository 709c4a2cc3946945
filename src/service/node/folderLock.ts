import { LatchkeyError } from '../../errors.js';
import { peer } from '../peer.js';
import { openDataFolder, ownFile } from './dataFolder.js';

/** A folder of data that is held. */
export type HeldFolder = { readonly release: () => void };

/**
 * Holds a folder of data: together with other programs that work in it, or alone. The operating system lets go of it when the
 * process ends, however that ends: what is held is SQLite's lock on a file of its own.
 *
 * @throws {FolderError} FOLDER_IN_USE
 * @see https://sqlite.org/lockingv3.html
 */
export async function holdFolder(folder: string, how: 'with others' | 'alone'): Promise<HeldFolder> {
  openDataFolder(folder);
  const { default: Database } = await peer('libsql', () => import('libsql'));
  const lock = new Database(ownFile(folder, 'latchkey.lock'), { timeout: 1000 });
  try {
    if (how === 'alone') lock.exec('begin exclusive');
    else {
      lock.exec('begin');
      lock.prepare('select count(*) from sqlite_master').all();
    }
  } catch (cause) {
    lock.close();
    const others = how === 'alone' ? 'A service, or another command, works' : 'latchkey restore is at work';
    throw new FolderError('FOLDER_IN_USE', `${others} in ${folder}. End it first.`, { cause });
  }
  return {
    release: () => {
      lock.exec('rollback');
      lock.close();
    },
  };
}

/** Another process works in the folder. */
class FolderError extends LatchkeyError<'FOLDER_IN_USE'> {}
