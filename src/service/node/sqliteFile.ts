import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { LatchkeyError } from '../../errors.js';
import { peer } from '../peer.js';

/**
 * Whether a file is a whole SQLite database, page by page.
 *
 * @param original - what the file is a copy of, and an operator knows.
 * @throws {DamageError} DATABASE_DAMAGED
 */
export async function checkIntegrity(path: string, original: string): Promise<void> {
  const { default: Database } = await peer('libsql', () => import('libsql'));
  let found: unknown;
  try {
    const database = new Database(path, { timeout: 1000 });
    try {
      found = database.prepare('pragma integrity_check').all();
    } finally {
      database.close();
    }
  } catch (cause) {
    throw damaged(original, cause);
  }
  const [first] = found as { integrity_check?: unknown }[];
  if (first?.integrity_check !== 'ok') throw damaged(original, first?.integrity_check);
}

/** Closed to all but its owner, and on the disk. */
export function settleFile(path: string): void {
  chmodSync(path, 0o600);
  flush(path);
}

/** On the disk: a file's content, or a folder's names. */
export function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const damaged = (path: string, cause: unknown): DamageError =>
  new DamageError('DATABASE_DAMAGED', `${path} is not a whole SQLite database.`, { cause });

/** A database that cannot be relied on. */
class DamageError extends LatchkeyError<'DATABASE_DAMAGED'> {}
