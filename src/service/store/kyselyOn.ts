import {
  CompiledQuery,
  type Dialect,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { beginWithFirstStatement } from './beginWithFirstStatement.js';
import { pipelineWrites } from './pipelineWrites.js';
import { savepointsBeforeWrites } from './savepointsBeforeWrites.js';
import type { Tables } from './schema.js';
import { isNothingToRollBack } from './storeError.js';
import { type Execute, wrapConnections } from './wrapConnections.js';

// This file, `savepointsBeforeWrites.ts` and `sharedCommits.ts` import Kysely outright; they are themselves imported lazily, when a store
// is opened.

/** Kysely on PostgreSQL. */
export function kyselyOnPool(pool: PostgresPool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool });
  return new Kysely({
    dialect: {
      createDriver: () =>
        beginWithFirstStatement(
          wrapConnections(dialect.createDriver(), (execute) => pipelineWrites(savepointsBeforeWrites(execute))),
        ),
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    },
  });
}

/**
 * Kysely on SQLite, with transactions that take the write lock at once, so that none fails half-way for want of it.
 *
 * @param commit - where a commit is not a statement as every other one.
 */
export function kyselyOnSqlite(database: SqliteDatabase, commit?: () => Promise<void>): Kysely<Tables> {
  const committing = (execute: Execute): Execute => {
    if (!commit) return execute;
    return (query, ...options) =>
      query.sql === 'commit' ? commit().then(() => ({ rows: [] })) : execute(query, ...options);
  };
  const dialect: Dialect = {
    createDriver: () =>
      wrapConnections(immediateDriver(database), (execute) => savepointsBeforeWrites(committing(execute))),
    createAdapter: transactionalAdapter,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely({ dialect });
}

function immediateDriver(database: SqliteDatabase): SqliteDriver {
  const driver = new SqliteDriver({ database });
  driver.beginTransaction = async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  };
  driver.rollbackTransaction = async (connection) => {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      if (!isNothingToRollBack(error)) throw error;
    }
  };
  return driver;
}

/** Kysely migrates SQLite without a transaction; within one, two processes that start at once migrate one after the other. */
function transactionalAdapter(): SqliteAdapter {
  return Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true });
}
