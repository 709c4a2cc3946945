import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import libsql from 'libsql';
import { expect, test } from 'vitest';
import { closeWhenLockedOut } from '../../../src/service/store/closeWhenLockedOut.js';
import { migrate } from '../../../src/service/store/migrations.js';
import { isOneRow, oneRow } from '../../../src/service/store/oneRow.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import type { Tables } from '../../../src/service/store/schema.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const folder = temporaryFolder();
const freshPath = () => join(folder, `${randomUUID()}.db`);

test.each([
  ['select name from organizations where organization_id = ? limit 1', true],
  ['select name from organizations limit ?', false],
  ['select name from organizations limit 10', false],
  ['select name from organizations limit 1 offset ?', false],
  ['select * from organizations limit 1', false],
  ['select users.*, name from organizations, users limit 1', false],
  ['select name from (select name from organizations limit 1)', false],
])('%s: one row by its own words: %s', (sql, is) => {
  expect(isOneRow(sql)).toBe(is);
});

test('it reads the row as a list of rows has it, bytes and nulls and all; and no row as none', () => {
  const database = new libsql(':memory:');
  database.exec(
    "create table things (name text, count integer, bytes blob, absent text); insert into things values ('é🔑', 7, x'00ff', null)",
  );
  const sql = 'select name as "called", count, bytes, absent from things where name = ? limit 1';
  const read = oneRow(database.prepare(sql));
  expect(read(['é🔑'])).toStrictEqual([{ called: 'é🔑', count: 7, bytes: Uint8Array.of(0, 255), absent: null }]);
  expect(read(['another'])).toEqual([]);
  database.close();
});

const nameOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('organizations')
    .select(['organization_id', 'name'])
    .orderBy('organization_id', 'desc')
    .limit((one) => one.lit(1))
    .execute();

test('of several rows it leaves nothing open: the next sees what others have written, and writes', async () => {
  const path = freshPath();
  const [one, other] = [await openLibsql(path), await openLibsql(path)];
  await migrate(one);
  for (const organization_id of ['a', 'b', 'c', 'd']) {
    const row = {
      organization_id,
      parent_id: null,
      name: `name ${organization_id}`,
      root_quorum_threshold: 0,
      created_at_ms: 1,
    };
    await other.transaction((transaction) => transaction.insertInto('organizations').values(row).execute());
    expect(await one.read(nameOf)).toEqual([{ organization_id, name: row.name }]);
    await one.transaction((transaction) =>
      transaction.updateTable('organizations').set({ requester: organization_id }).execute(),
    );
  }
  await other.db.schema.alterTable('organizations').addColumn('later', 'text').execute();
  expect(await one.read(nameOf)).toEqual([{ organization_id: 'd', name: 'name d' }]);
  await Promise.all([one.close(), other.close()]);
});

test('one that found the file locked is no hindrance to the next', () => {
  const path = freshPath();
  const holder = new libsql(path);
  holder.exec("create table things (name text); insert into things values ('one'), ('two')");
  const bare = new libsql(path, { timeout: 1 });
  const database = closeWhenLockedOut(bare);
  const first = database.prepare('select name from things order by name desc limit 1');
  for (const name of ['v', 'w', 'x']) {
    holder.exec('begin exclusive');
    for (const _ of [1, 2]) expect(() => first.all([])).toThrow(expect.objectContaining({ rawCode: 5 }));
    holder.exec(`insert into things values ('${name}'); commit`);
    expect(first.all([])).toEqual([{ name }]);
    bare.exec("begin immediate; insert into things values ('a'); commit");
  }
  expect(holder.prepare('select count(*) as count from things').all()).toEqual([{ count: 8 }]);
  database.close();
  holder.close();
});
