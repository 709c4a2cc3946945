import type { Pool } from 'pg';
import { peer } from '../peer.js';
import { guardPool, postgresTypes } from './guardPool.js';
import { type Store, storeOn } from './store.js';
import type { PoolState } from './storeState.js';

/**
 * Opens a PostgreSQL server, and asks it one question, so that a wrong address is found at the start.
 *
 * @param url - `postgres://user:password@host:port/database`, with pg's own parameters (`?sslmode=verify-full`).
 * @param poolSize - most connections at once.
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {PeerError} PEER_MISSING
 */
export async function openPostgres(url: string, { poolSize = 10 }: { poolSize?: number } = {}): Promise<Store> {
  const { default: pg } = await peer('pg', () => import('pg'));
  const { kyselyOnPool } = await peer('kysely', () => import('./kyselyOn.js'));
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    types: postgresTypes(pg.types),
    pipeline: true,
  });
  const db = kyselyOnPool(guardPool(pool, pg.Query));
  const store = storeOn('postgres', db, { pool: () => poolState(pool, poolSize) });
  try {
    await db.selectNoFrom((expression) => expression.lit(1).as('answer')).execute();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

const poolState = (pool: Pool, most: number): PoolState => ({
  inUse: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  most,
});
