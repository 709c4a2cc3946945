import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LatchkeyError } from '../../errors.js';
import { peer } from '../peer.js';
import { fitSecrets } from '../secrets/fitSecrets.js';
import { readGivenSecrets } from '../secrets/givenSecrets.js';
import { readKeysInUse } from '../secrets/keysInUse.js';
import { hasParent } from '../store/hasParent.js';
import { openLibsql } from '../store/openLibsql.js';
import type { InitEnvironment } from './environment.js';
import { holdFolder } from './folderLock.js';
import { inShell } from './inShell.js';
import { databaseFile } from './openStore.js';
import type { Outputs } from './outputs.js';
import { checkIntegrity, flush, settle } from './sqliteFile.js';

/**
 * `latchkey restore FILE`: puts a backup in the place of the database, once it is known to be whole and to open with the secrets
 * given. What was there is kept under another name. No service may run meanwhile.
 *
 * @returns the code that the program ends with: 0 where the database is restored.
 * @throws {RestoreError} BACKUP_UNUSABLE
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
  if (!existsSync(path)) throw new RestoreError('BACKUP_UNUSABLE', `There is no file ${path}.`);
  const folder = await holdFolder(place.folder, 'alone');
  const target = join(place.folder, databaseFile);
  const draft = `${target}.restoring`;
  try {
    await refuseWhileOpen(target, place.folder);
    rmSync(draft, { force: true });
    copyFileSync(path, draft, constants.COPYFILE_EXCL);
    settle(draft);
    await checkIntegrity(draft);
    await refuseForeign(draft, path, secrets);
    const kept = existsSync(target) ? putAside(target, clock()) : undefined;
    renameSync(draft, target);
    flush(place.folder);
    if (kept !== undefined) say(`What was there is now ${kept}.`);
    say(`${target} is restored from ${path}. Run latchkey check, then latchkey serve.`);
    return 0;
  } finally {
    for (const suffix of suffixes) rmSync(`${draft}${suffix}`, { force: true });
    folder.release();
  }
}

/** SQLite keeps what is not in the database yet in files beside it. */
const suffixes = ['', '-wal', '-shm'];

/** A version that holds no folder has the database open nevertheless: then its journal cannot be changed. */
async function refuseWhileOpen(target: string, folder: string): Promise<void> {
  if (!existsSync(target)) return;
  const { default: Database } = await peer('libsql', () => import('libsql'));
  const database = new Database(target, { timeout: 1000 });
  try {
    database.prepare('pragma journal_mode = delete').all();
  } catch (cause) {
    throw new RestoreError('DATABASE_IN_USE', `A service works in ${folder}. End it first.`, { cause });
  } finally {
    database.close();
  }
}

/** @throws {SecretsError} SECRETS_UNFIT */
async function refuseForeign(draft: string, path: string, secrets: InitEnvironment['secrets']): Promise<void> {
  const store = await openLibsql(draft);
  try {
    if (!(await hasParent(store))) throw new RestoreError('BACKUP_UNUSABLE', `${path} is no backup of a service.`);
    await fitSecrets(await readGivenSecrets(secrets), await readKeysInUse(store));
  } finally {
    await store.close();
  }
}

function putAside(target: string, nowMs: number): string {
  const kept = `${target}.replaced-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  for (const suffix of suffixes)
    if (existsSync(`${target}${suffix}`)) renameSync(`${target}${suffix}`, `${kept}${suffix}`);
  return kept;
}

/** A backup could not be put back. */
class RestoreError extends LatchkeyError<'BACKUP_UNUSABLE' | 'DATABASE_IN_USE'> {}
