import { expect, test } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { sealedColumns } from '../../../src/service/store/sealedColumns.js';
import { proxyKeyColumn } from '../../../src/service/store/tables/authProxy.js';

test('every sealed column of the schema is on the list that reseal and check read, and its key is the organization and an id', async () => {
  const store = await openLibsql(':memory:');
  await migrate(store);
  const tables = await store.db.introspection.getTables();
  const inSchema = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => column.name.startsWith('sealed_')).map((column) => `${name}.${column.name}`),
  );
  const listed = [...Object.values(sealedColumns), proxyKeyColumn];
  expect(listed.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(inSchema.sort());
  for (const { table, id } of listed) {
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name);
    expect(columns).toEqual(expect.arrayContaining(['organization_id', id]));
  }
  await store.close();
});

test('no two columns are sealed for the same purpose', () => {
  const purposes = Object.values(sealedColumns).map(({ purpose }) => purpose);
  expect(new Set(purposes).size).toBe(purposes.length);
});
