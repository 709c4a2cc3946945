import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readInitEnvironment } from '../../../src/service/node/environment.js';
import { restoreCommand } from '../../../src/service/node/restoreCommand.js';
import { migrate } from '../../../src/service/store/migrations.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { released, rightVariables } from '../store/released/released.js';

const folder = temporaryFolder();

test('A-50: restore refuses a backup of a newer version before it replaces anything', async () => {
  const [sqlite] = released;
  const { contents, open } = await (sqlite as (typeof released)[number]).copy();
  const backupOf = async (name: string) => {
    const file = join(folder, name);
    await sql`vacuum into ${sql.lit(file)}`.execute(store.db);
    return file;
  };
  const store = await open();
  await migrate(store);
  const ours = await backupOf('ours.db');
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01T00:00:00.000Z')`.execute(
    store.db,
  );
  const newer = await backupOf('newer.db');
  await store.close();
  const data = join(folder, 'data');
  mkdirSync(data);
  const target = join(data, 'latchkey.db');
  writeFileSync(target, 'what is there');
  const environment = readInitEnvironment({ ...rightVariables(contents), LATCHKEY_DATA: data });
  const outputs = { print: () => {}, say: () => {} };
  await expect(restoreCommand(environment, newer, outputs)).rejects.toMatchObject({
    code: 'BACKUP_NEWER',
    message: expect.stringContaining('newer.db is a backup of a newer version'),
  });
  expect(readFileSync(target, 'utf8')).toBe('what is there');
  expect(readdirSync(data).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
  expect(await restoreCommand(environment, ours, outputs)).toBe(0);
  const restored = await openLibsql(target);
  await migrate(restored);
  await restored.close();
});
