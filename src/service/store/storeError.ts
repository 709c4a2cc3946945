import { LatchkeyError } from '../../errors.js';

/**
 * Converts a driver's error, which becomes the cause. The only place that knows the errors of libsql, sql.js and pg: SQLite's result codes,
 * PostgreSQL's SQLSTATEs, Node's socket errors, and messages where a driver gives no code.
 *
 * @see https://sqlite.org/rescode.html; PostgreSQL, appendix A
 */
export function storeErrorOf(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const { code, rawCode, message } = cause as { code?: unknown; rawCode?: unknown; message?: unknown };
  const known =
    (typeof rawCode === 'number' ? sqliteResults[rawCode & 0xff] : undefined) ??
    firstMatch(codes, code) ??
    firstMatch(sentences, message) ??
    'STORE_FAILED';
  return new StoreError(known, messages[known], { cause });
}

/** Whether a rollback found nothing to roll back: SQLite had done it by itself, as it does when its disk is full. */
export function isNothingToRollBack(error: unknown): boolean {
  return error instanceof StoreError && /no transaction is active/.test(String((error.cause as Error).message));
}

/**
 * Whether a key was taken that must be unique. On PostgreSQL another transaction may have taken it at the same time: then the
 * next try sees it there. @see PostgreSQL, 13.5.1
 */
export const isKeyTaken = (error: StoreError): boolean => (error.cause as { code?: unknown } | null)?.code === '23505';

/** The driver's own code, which quotes no value: `40001`, `SQLITE_IOERR_WRITE`, `ECONNREFUSED`; `''` where it gave none. */
export function driverCodeOf({ cause }: StoreError): string {
  const code = String((cause as { code?: unknown } | null | undefined)?.code ?? '');
  return /^[A-Z0-9_]{1,40}$/.test(code) ? code : '';
}

export type StoreErrorCode = 'STORE_BUSY' | 'STORE_UNAVAILABLE' | 'STORE_FULL' | 'STORE_FAILED';

/** SQLite's primary result codes, the low byte of the extended ones. */
const sqliteResults: Record<number, StoreErrorCode> = {
  3: 'STORE_UNAVAILABLE', // PERM
  5: 'STORE_BUSY', // BUSY
  6: 'STORE_BUSY', // LOCKED
  7: 'STORE_FULL', // NOMEM
  8: 'STORE_UNAVAILABLE', // READONLY
  10: 'STORE_UNAVAILABLE', // IOERR
  11: 'STORE_UNAVAILABLE', // CORRUPT
  13: 'STORE_FULL', // FULL
  14: 'STORE_UNAVAILABLE', // CANTOPEN
  26: 'STORE_UNAVAILABLE', // NOTADB
};

type Patterns = readonly (readonly [StoreErrorCode, RegExp])[];

/** SQLSTATEs, and Node's socket errors. */
const codes: Patterns = [
  ['STORE_BUSY', /^(40001|40P01|55P03|0A000)$/], // serialization failure, deadlock, lock not available, outdated plan
  ['STORE_FULL', /^(53100|53200|ENOSPC)$/], // disk full, out of memory
  ['STORE_UNAVAILABLE', /^(08...|28...|3D...|57P0.)$/], // connection, authorization, no such database, server shutting down
  ['STORE_UNAVAILABLE', /^(53300|25006)$/], // too many connections, a standby that only reads
  ['STORE_UNAVAILABLE', /^(ECONN|EHOST|ENET|EAI_|ETIMEDOUT|ENOTFOUND|EPIPE|ENOENT|EACCES)/],
];

/** sql.js has no codes at all; libsql has none when it opens, pg none for its pool. */
const sentences: Patterns = [
  ['STORE_BUSY', /^database (table )?is locked/],
  ['STORE_FULL', /^(database or disk is full|out of memory)/],
  [
    'STORE_UNAVAILABLE',
    /^ConnectionFailed\(|connection is not open|^Connection terminated|^timeout exceeded when trying/,
  ],
  ['STORE_UNAVAILABLE', /^Client has encountered a connection error|^Cannot use a pool after calling end/],
];

const messages: Record<StoreErrorCode, string> = {
  STORE_BUSY: 'Others kept changing the same data, so this change was given up and nothing of it is kept. Try again.',
  STORE_UNAVAILABLE:
    'The database cannot be reached or opened. Check that it is running, its address, and who may read and write it; the cause says more. A change under way may or may not have been kept.',
  STORE_FULL: 'The database has no room left; nothing of this change is kept. Make room on its disk or in its memory.',
  STORE_FAILED: 'The database refused a statement; nothing of this change is kept. The cause says which and why.',
};

function firstMatch(patterns: Patterns, text: unknown): StoreErrorCode | undefined {
  return typeof text === 'string' ? patterns.find(([, pattern]) => pattern.test(text))?.[0] : undefined;
}

/** The database failed. `cause` is the driver's own error; it may quote stored values, so it is for operators only. */
export class StoreError extends LatchkeyError<StoreErrorCode> {}
