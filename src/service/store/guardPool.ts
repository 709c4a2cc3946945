import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { CustomTypesConfig, Pool, PoolClient, types } from 'pg';
import { storeErrorOf } from './storeError.js';
import { readableInteger, storable } from './values.js';

/**
 * Stands between Kysely and pg, as `guardSqlite` does for SQLite: only storable values go in, and what pg throws becomes a
 * {@link StoreError}. A connection that the server ends says so twice, to its query and as an event; the event needs a
 * listener, or it would end the process.
 */
export function guardPool(pool: Pool): PostgresPool {
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return {
    connect: () => pool.connect().then(guardClient, rethrow),
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

function guardClient(client: PoolClient): PostgresPoolClient {
  const query = async (sql: string, values: readonly unknown[]) =>
    client.query(sql, values.map(storable)).catch(rethrow);
  // Kysely's second form takes a cursor, to stream by, and is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

function rethrow(error: unknown): never {
  throw storeErrorOf(error);
}

function ignore(): void {}
