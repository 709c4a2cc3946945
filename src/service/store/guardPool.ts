import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Connection, CustomTypesConfig, Pool, PoolClient, Query, types } from 'pg';
import { type StoreError, storeErrorOf } from './storeError.js';
import { readableInteger, storable } from './values.js';

/**
 * A layer between Kysely and pg, like `guardSqlite` for SQLite: only storable values pass, and pg's errors become {@link StoreError}s. A
 * connection that the server closes reports it twice, to its query and as an event; the event needs a listener, or it would end the
 * process.
 *
 * Statements have names, so that a connection parses and plans each only once, which halves what the server does for it.
 */
export function guardPool(pool: Pool, Query: QueryClass): PostgresPool {
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  const nameOf = statementNames();
  return {
    connect: () => pool.connect().then((client) => guardClient(client, Query, nameOf), rethrow),
    end: () => pool.end(),
  };
}

/** pg's parsers, save two: `bigint` is a number, refused past 2^53, and `bytea` a `Uint8Array` of its own. */
export function postgresTypes(known: typeof types): CustomTypesConfig {
  const bytes = known.getTypeParser(known.builtins.BYTEA);
  const ours = new Map<number, (text: string) => unknown>([
    [known.builtins.INT8, (text) => readableInteger(Number(text))],
    [known.builtins.BYTEA, (text) => new Uint8Array(bytes(text))],
  ]);
  return { getTypeParser: (oid, format) => ours.get(oid) ?? known.getTypeParser(oid, format) };
}

type NameOf = (sql: string) => string | undefined;

/** The names of the first so many statements; lists of different lengths, which are statements of their own, must not pile up. */
function statementNames(most: number = 500): NameOf {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= most) return known;
    const name = `latchkey_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

function guardClient(client: PoolClient, Query: QueryClass, nameOf: NameOf): PostgresPoolClient {
  const gather = gatheredWrites(client.connection);
  let isOutdated = false;
  /** What failed since the last statement that succeeded: within a transaction the cause of all that follows. */
  let failed: StoreError | undefined;
  /** Why a statement was not even sent: the server knows nothing of it, and would commit the others. */
  let unsent: { readonly cause: unknown } | undefined;

  const storableValues = (values: readonly unknown[]) => {
    try {
      return values.map(storable);
    } catch (cause) {
      unsent ??= { cause };
      throw cause;
    }
  };
  // A query, not its configuration, which pg would copy property by property: that takes 5 µs a statement.
  const query = (sql: string, values: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      if (unsent && sql === 'commit') throw unsent.cause;
      const query = new Query(sql, storableValues(values), (error, result) => {
        if (!error && isCommitted(sql, result.command)) {
          failed = undefined;
          return resolve(result);
        }
        isOutdated ||= isPlanOutdated(error);
        if (!failed || !isConsequence(error)) failed = storeErrorOf(error ?? rolledBack());
        reject(failed);
      });
      // A statement without values goes by the simple protocol, in one message.
      const name = values.length === 0 ? undefined : nameOf(sql);
      gather();
      client.query(name === undefined ? query : Object.assign(query, { name }));
    });

  // Kysely's second form takes a cursor, to stream by, and is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isOutdated) };
}

/** What is sent in a row goes out in one write: writing to a socket takes as long as all else that is done for a small statement. */
function gatheredWrites({ stream }: Connection): () => void {
  let isGathering = false;
  const write = () => {
    isGathering = false;
    stream.uncork();
  };
  return () => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(write);
  };
}

type QueryClass = typeof Query;

/** A transaction in which something failed is rolled back by its `commit`, which is no error to PostgreSQL. */
const isCommitted = (sql: string, command: string): boolean => sql !== 'commit' || command === 'COMMIT';

/**
 * Whether a transaction refused a statement because an earlier one had failed: the statement itself (25P02), its parsed form, which it was
 * not given then (26000), or its commit. Statements are sent ahead, so that one that was refused thus can be told of before the cause.
 */
const isConsequence = (error: unknown): boolean =>
  !error || ['25P02', '26000'].includes((error as { code?: string }).code ?? '');

/** "cached plan must not change result type": a table has changed under a prepared statement. A new connection prepares anew. */
const isPlanOutdated = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '0A000';

const rolledBack = () => new Error('The transaction was rolled back in place of a commit.');

function rethrow(error: unknown): never {
  throw storeErrorOf(error);
}

function ignore(): void {}
