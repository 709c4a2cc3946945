import { constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LatchkeyError } from '../../errors.js';
import { peer } from '../peer.js';
import { readGivenSecrets } from '../secrets/givenSecrets.js';
import { readKeysInUse } from '../secrets/keysInUse.js';
import { verifySecrets } from '../secrets/verifySecrets.js';
import { hasParent } from '../store/hasParent.js';
import { ageOf } from '../store/migrations.js';
import { openLibsql } from '../store/openLibsql.js';
import type { InitEnvironment } from './environment.js';
import { holdFolder } from './folderLock.js';
import { inShell } from './inShell.js';
import { databaseFile } from './openStore.js';
import type { Outputs } from './outputs.js';
import { checkIntegrity, flush, settleFile } from './sqliteFile.js';

/**
 * `latchkey restore FILE`: replaces the database by a backup, once that is known to be undamaged and to open with the given secrets. The
 * previous files, damaged or not, are kept under another name. No service may run meanwhile.
 *
 * @returns the exit code: 0 if the database is restored.
 * @throws {RestoreError} BACKUP_UNUSABLE, BACKUP_NEWER, DATABASE_IN_USE
 * @throws {FolderError} FOLDER_IN_USE
 * @throws {SecretsError} SECRETS_UNFIT
 */
export async function restoreCommand(
  { store: place, secrets }: InitEnvironment,
  path: string,
  { print, say }: Outputs,
  clock: () => number = Date.now,
): Promise<number> {
  if ('postgresUrl' in place) {
    print(`pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" ${inShell(path)}`);
    say(
      'Nothing was restored: PostgreSQL has a program for that, whose command is above. Run it on an empty database, then latchkey check.',
    );
    return 1;
  }
  refuseNoBackup(path);
  const folder = await holdFolder(place.folder, 'alone');
  const target = join(place.folder, databaseFile);
  const draft = `${target}.restoring`;
  try {
    await refuseWhileOpen(target, place.folder);
    removeAll(draft);
    copyFileSync(path, draft, constants.COPYFILE_EXCL);
    settleFile(draft);
    await checkIntegrity(draft, path);
    await refuseForeign(draft, path, secrets);
    const kept = putAside(target, clock());
    renameSync(draft, target);
    flush(place.folder);
    if (kept !== undefined) say(`What was there is now ${kept}.`);
    say(`${target} is restored from ${path}. Run latchkey check, then latchkey serve.`);
    return 0;
  } finally {
    removeAll(draft);
    folder.release();
  }
}

/**
 * SQLite keeps committed changes in files beside the database at first. The database itself comes last, so that an interruption never separates it
 * from them.
 */
const suffixes = ['-wal', '-shm', ''];

function removeAll(database: string): void {
  for (const suffix of suffixes) rmSync(`${database}${suffix}`, { force: true });
}

/** @throws {RestoreError} BACKUP_UNUSABLE */
function refuseNoBackup(path: string): void {
  if (!existsSync(path)) throw new RestoreError('BACKUP_UNUSABLE', `There is no file ${path}.`);
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const message = `${path} is no backup but a database that is open or ended suddenly: a part of it is still in ${path}-wal. Make a backup of it with latchkey backup, and restore that.`;
  throw new RestoreError('BACKUP_UNUSABLE', message);
}

/**
 * A version that holds no folder has the database open nevertheless: then its journal cannot be changed. One that is damaged has
 * none that could be, and is what a backup is for.
 */
async function refuseWhileOpen(target: string, folder: string): Promise<void> {
  if (!existsSync(target)) return;
  const { default: Database } = await peer('libsql', () => import('libsql'));
  const database = new Database(target, { timeout: 1000 });
  try {
    database.prepare('pragma journal_mode = delete').all();
  } catch (cause) {
    if (isDamage(cause)) return;
    throw new RestoreError('DATABASE_IN_USE', `A service works in ${folder}. End it first.`, { cause });
  } finally {
    database.close();
  }
}

/** @see https://sqlite.org/rescode.html */
const isDamage = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code));

/**
 * @throws {RestoreError} BACKUP_UNUSABLE, BACKUP_NEWER
 * @throws {SecretsError} SECRETS_UNFIT
 */
async function refuseForeign(draft: string, path: string, secrets: InitEnvironment['secrets']): Promise<void> {
  const store = await openLibsql(draft);
  try {
    if ((await ageOf(store)) === 'newer') {
      const message = `${path} is a backup of a newer version of Latchkey, which this one cannot open. Restore it with that version.`;
      throw new RestoreError('BACKUP_NEWER', message);
    }
    if (!(await hasParent(store))) throw new RestoreError('BACKUP_UNUSABLE', `${path} is no backup of a service.`);
    await verifySecrets(await readGivenSecrets(secrets), await readKeysInUse(store));
  } finally {
    await store.close();
  }
}

/**
 * Where no database is there, a journal of one may be, which SQLite would read into the restored one.
 *
 * @returns the database's new name, if there was one.
 * @see https://sqlite.org/howtocorrupt.html, 1.4
 */
function putAside(target: string, nowMs: number): string | undefined {
  const kept = `${target}.replaced-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  const found = suffixes.filter((suffix) => existsSync(`${target}${suffix}`));
  for (const suffix of found) renameSync(`${target}${suffix}`, `${kept}${suffix}`);
  return found.includes('') ? kept : undefined;
}

/** A backup could not be put back. */
class RestoreError extends LatchkeyError<'BACKUP_UNUSABLE' | 'BACKUP_NEWER' | 'DATABASE_IN_USE'> {}
