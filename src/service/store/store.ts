import type { Kysely, Transaction } from 'kysely';
import type { StoreKind } from './columns.js';
import { type Retry, retried, retriedInQueue } from './retried.js';
import type { Tables } from './schema.js';
import { noteKind } from './storeKinds.js';
import { noRetries, type PoolState, type RetryCounts, type StoreState } from './storeState.js';

/** Where the service keeps everything. Made by `openLibsql`, `openSqlJs` or `openPostgres`; one SQL serves all three. */
export type Store = {
  readonly kind: StoreKind;
  /** For the store's own use and for tests. Everyone else goes through `transaction` and `read`. */
  readonly db: Kysely<Tables>;
  /**
   * Runs `run` as if no other transaction ran at the same time: `BEGIN IMMEDIATE` on SQLite, `SERIALIZABLE` on PostgreSQL.
   * What `run` throws undoes everything and comes out unchanged.
   *
   * `run` may be run several times: no mail, clock or randomness inside. It uses nothing but the transaction it is given:
   * on SQLite, `db`, `read` and `transaction` would wait for it for ever. It catches no {@link StoreError}: after the first,
   * PostgreSQL refuses every statement but a rollback.
   *
   * @throws {StoreError} STORE_BUSY, STORE_UNAVAILABLE, STORE_FULL, STORE_FAILED
   */
  transaction<T>(run: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * Reads outside of any transaction: each statement sees all commits before it. `run` may be run several times.
   *
   * @throws {StoreError} as `transaction` does
   */
  read<T>(run: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Changes data by one statement, committed when it returns, where no other statement must be consistent with it. PostgreSQL runs it at
   * `READ COMMITTED`: it waits for locked rows, evaluates its conditions on them again, and conflicts with no other transaction. `run` may
   * be run several times and sends one statement, whose conditions select the rows.
   *
   * @throws {StoreError} as `transaction` does
   */
  change<T>(run: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** How it is doing. It asks the database nothing. */
  readonly state: () => StoreState;
  /** Ends every connection. Close once nothing is under way. */
  close(): Promise<void>;
};

/** Runs something in a transaction of its own, and settles when that is committed or undone. */
export type Transact = Store['transaction'];

/** What a store is made of, where it is not what most are made of. */
export type StoreParts = {
  readonly counts?: RetryCounts;
  readonly transaction?: Transact;
  readonly pool?: () => PoolState;
};

export function storeOn(
  kind: StoreKind,
  db: Kysely<Tables>,
  { counts = noRetries(), ...parts }: StoreParts = {},
): Store {
  const transaction = parts.transaction ?? transactOn(kind, db, counts);
  noteKind(db, kind);
  return {
    kind,
    db,
    transaction,
    read: (run) => retried(() => run(db), counts),
    // On SQLite a transaction, so that it shares its commit with others.
    change: kind === 'postgres' ? (run) => retried(() => run(db), counts) : transaction,
    state: () => ({ ...counts, ...(parts.pool && { pool: parts.pool() }) }),
    close: () => db.destroy(),
  };
}

function transactOn(kind: StoreKind, db: Kysely<Tables>, counts: RetryCounts): Transact {
  // On SQLite the transactions of a process already come one after the other, and only other processes are in the way.
  const again: Retry = kind === 'postgres' ? retriedInQueue(counts) : (attempt) => retried(attempt, counts);
  // SQLite has no isolation levels: there every transaction is serializable.
  return (run) => again(() => db.transaction().setIsolationLevel('serializable').execute(run));
}
