import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { openPostgres } from '../../../src/service/store/openPostgres.js';
import { openSqlJs } from '../../../src/service/store/openSqlJs.js';
import { StoreError, storeErrorOf } from '../../../src/service/store/storeError.js';
import { freshDatabase } from '../../support/postgres.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe('what drivers throw becomes ours', () => {
  test.each([
    ['STORE_BUSY', { code: 'SQLITE_BUSY', rawCode: 5, message: 'database is locked' }],
    ['STORE_BUSY', { code: 'UNKNOWN_SQLITE_ERROR_261', rawCode: 261, message: 'an extended code of BUSY' }],
    ['STORE_BUSY', { code: '40001', message: 'could not serialize access' }],
    ['STORE_BUSY', { code: '40P01', message: 'deadlock detected' }],
    ['STORE_FULL', { code: '53100', message: 'No space left on device' }],
    ['STORE_FULL', { message: 'database or disk is full' }],
    ['STORE_UNAVAILABLE', { code: '08006', message: 'connection failure' }],
    ['STORE_UNAVAILABLE', { code: '28P01', message: 'password authentication failed' }],
    ['STORE_UNAVAILABLE', { code: '3D000', message: 'database does not exist' }],
    ['STORE_UNAVAILABLE', { code: '57P01', message: 'terminating connection due to administrator command' }],
    ['STORE_UNAVAILABLE', { code: '25006', message: 'cannot execute INSERT in a read-only transaction' }],
    ['STORE_UNAVAILABLE', { code: 'ECONNRESET', message: 'read ECONNRESET' }],
    ['STORE_UNAVAILABLE', { rawCode: 2570, message: 'disk I/O error' }],
    ['STORE_UNAVAILABLE', { message: 'Connection terminated unexpectedly' }],
    ['STORE_FAILED', { code: '23505', message: 'duplicate key value violates unique constraint' }],
    ['STORE_FAILED', { code: 'SQLITE_CONSTRAINT_PRIMARYKEY', rawCode: 1555, message: 'UNIQUE constraint failed: a.b' }],
    ['STORE_FAILED', { message: 'UNIQUE constraint failed: a.b' }],
    ['STORE_FAILED', 'not even an object'],
  ])('%s: %j', (code, thrown) => {
    expect(storeErrorOf(thrown)).toMatchObject({ name: 'StoreError', code, cause: thrown });
  });

  test('ours stays as it is', () => {
    const error = new StoreError('STORE_FULL', 'full');
    expect(storeErrorOf(error)).toBe(error);
  });
});

describe('SQLite', () => {
  const folder = temporaryFolder();

  test('a file in no folder is STORE_UNAVAILABLE', async () => {
    await expect(openLibsql(join(folder, 'absent', 'store.db'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test('a file that is not a database is STORE_UNAVAILABLE', async () => {
    const path = join(folder, 'letter.txt');
    writeFileSync(path, 'Dear Sir or Madam, '.repeat(500));
    await expect(openLibsql(path)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test.each([
    ['libsql', () => openLibsql(':memory:')],
    ['sql.js', () => openSqlJs()],
  ])('without room, %s throws STORE_FULL, keeps nothing of the transaction, and continues', async (_, open) => {
    const store = await open();
    await sql`create table pages (filling blob) strict`.execute(store.db);
    await sql`pragma max_page_count = 20`.execute(store.db);
    const filling = store.transaction(async (transaction) => {
      for (;;) await sql`insert into pages values (${new Uint8Array(3000)})`.execute(transaction);
    });
    await expect(filling).rejects.toMatchObject({ code: 'STORE_FULL' });
    await store.transaction((transaction) => sql`insert into pages values (${new Uint8Array(3)})`.execute(transaction));
    const { rows } = await sql`select length(filling) as length from pages`.execute(store.db);
    expect(rows).toEqual([{ length: 3 }]);
    await store.close();
  });
});

if (inject('postgresUrl')) {
  describe('PostgreSQL', () => {
    test('a server that is not there is STORE_UNAVAILABLE at once', async () => {
      await expect(openPostgres('postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
      });
    });

    test('a database that is not there is STORE_UNAVAILABLE', async () => {
      const url = new URL(await freshDatabase());
      url.pathname = 'none';
      await expect(openPostgres(url.href)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    });

    test('a connection that the server ends in a transaction is STORE_UNAVAILABLE, and the next one works', async () => {
      const store = await openPostgres(await freshDatabase());
      const cut = store.transaction(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
        const pid = rows[0]?.pid;
        await sql`select pg_terminate_backend(${pid})`.execute(store.db);
        const isThere = async () =>
          (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(store.db)).rows.length > 0;
        await expect.poll(isThere).toBe(false);
        await sql`select 1`.execute(transaction);
      });
      await expect(cut).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      const { rows } = await store.transaction((transaction) => sql`select 1 as one`.execute(transaction));
      expect(rows).toEqual([{ one: 1 }]);
      await store.close();
    });

    test('idle connections that the server ends do not end the process', async () => {
      const store = await openPostgres(await freshDatabase());
      const killer = await openPostgres(inject('postgresUrl'));
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${rows[0]?.name}`.execute(
        killer.db,
      );
      // Until the pool has heard of it, a statement may still meet the ended connection.
      const one = () => sql`select 1 as one`.execute(store.db).catch((error: unknown) => error);
      await expect.poll(one).toMatchObject({ rows: [{ one: 1 }] });
      await Promise.all([store.close(), killer.close()]);
    });
  });
}
