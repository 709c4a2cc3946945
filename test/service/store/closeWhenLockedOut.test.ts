import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import libsql from 'libsql';
import { expect, test } from 'vitest';
import { closeWhenLockedOut } from '../../../src/service/store/closeWhenLockedOut.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const folder = temporaryFolder();

test('a question that found the file locked is no hindrance to the next, nor to a change', () => {
  const path = join(folder, `${randomUUID()}.db`);
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
