import { existsSync, linkSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LatchkeyError } from '../../errors.js';
import { copyInto } from '../store/copyInto.js';
import type { StorePlace } from './environment.js';
import { inShell } from './inShell.js';
import { databaseFile, openInitialised } from './openStore.js';
import type { Outputs } from './outputs.js';
import { checkIntegrity, flush, settleFile } from './sqliteFile.js';

/**
 * `latchkey backup FILE`: copies the SQLite database as of one moment, while the service runs. The file gets its name only once it is
 * complete and on the disk, and overwrites no other. For PostgreSQL it prints the command of its own program.
 *
 * @returns the exit code: 0 if there is a backup.
 * @throws {BackupError} BACKUP_EXISTS, BACKUP_UNWRITABLE
 * @throws {DamageError} DATABASE_DAMAGED
 * @throws {DatabaseError} NOT_INITIALISED
 */
export async function backupCommand(place: StorePlace, path: string, { print, say }: Outputs): Promise<number> {
  if ('postgresUrl' in place) {
    print(`pg_dump --format=custom --file=${inShell(path)} "$DATABASE_URL"`);
    say('Nothing was written: PostgreSQL is backed up by its own program. The command is above.');
    return 1;
  }
  if (existsSync(path)) throw taken(path);
  const store = await openInitialised(place);
  let folder: string | undefined;
  try {
    folder = folderBeside(path);
    const draft = join(folder, 'draft.db');
    await copyInto(store, draft);
    await checkIntegrity(draft, join(place.folder, databaseFile));
    settleFile(draft);
    giveName(draft, path);
    flush(dirname(path));
    say(`${path}: ${statSync(path).size} bytes, whole. It is worth nothing without the secrets: keep both, apart.`);
    return 0;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    await store.close();
  }
}

/** Closed to others from the start, and on the disk that the backup goes to. */
function folderBeside(path: string): string {
  try {
    return mkdtempSync(`${path}.`);
  } catch (cause) {
    throw new BackupError('BACKUP_UNWRITABLE', `Nothing can be written in the folder ${dirname(path)}.`, { cause });
  }
}

/** A link, unlike a rename, never replaces an existing file. */
function giveName(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? taken(path) : error;
  }
}

const taken = (path: string): BackupError =>
  new BackupError('BACKUP_EXISTS', `${path} is there already. A backup overwrites nothing: give it another name.`);

/** There is no place for a backup. */
class BackupError extends LatchkeyError<'BACKUP_EXISTS' | 'BACKUP_UNWRITABLE'> {}
