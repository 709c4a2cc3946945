import type { Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { savepoint } from '../../../src/service/store/savepoint.js';
import { savepointsBeforeWrites } from '../../../src/service/store/savepointsBeforeWrites.js';
import type { Tables } from '../../../src/service/store/schema.js';
import type { Store } from '../../../src/service/store/store.js';
import { stores } from '../../support/stores.js';

describe.each(stores)('on $name', ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const write = (transaction: Transaction<Tables>, name: string) =>
    transaction
      .insertInto('policy_revisions')
      .values({ organization_id: 'one', revision: name, policy_ids: '[]' })
      .execute();
  const written = async () => {
    const rows = await store.db.selectFrom('policy_revisions').select('revision').orderBy('revision').execute();
    return rows.map(({ revision }) => revision);
  };

  test('What was written since a savepoint is undone, and nothing before or after.', async () => {
    await store.transaction(async (transaction) => {
      await write(transaction, 'before');
      const undo = await savepoint(transaction, 'here');
      await write(transaction, 'since');
      await undo();
      await write(transaction, 'after');
    });
    expect(await written()).toEqual(['after', 'before']);
  });

  test('A savepoint within another is undone alone; the outer one undoes both.', async () => {
    await store.transaction(async (transaction) => {
      await savepoint(transaction, 'first');
      await write(transaction, 'a');
      const undoSecond = await savepoint(transaction, 'second');
      await write(transaction, 'b');
      await undoSecond();
    });
    expect(await written()).toEqual(['a']);
    await store.transaction(async (transaction) => {
      const undoFirst = await savepoint(transaction, 'first');
      await savepoint(transaction, 'second');
      await write(transaction, 'c');
      await undoFirst();
    });
    expect(await written()).toEqual(['a']);
  });

  test('A savepoint without a change after it is undone as well, and what fails undoes all.', async () => {
    await store.transaction(async (transaction) => {
      await write(transaction, 'kept');
      await (await savepoint(transaction, 'undone'))();
      await transaction.selectFrom('policy_revisions').selectAll().execute();
    });
    const failing = store.transaction(async (transaction) => {
      await savepoint(transaction, 'open');
      await write(transaction, 'lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await written()).toEqual(['kept']);
  });

  test('Each transaction has savepoints of its own.', async () => {
    await store.transaction((transaction) => savepoint(transaction, 'never'));
    await store.transaction((transaction) => write(transaction, 'next'));
    expect(await written()).toEqual(['next']);
  });
});

describe('on a connection that sends savepoints before writes', () => {
  const connection = () => {
    const sent: string[] = [];
    const query = savepointsBeforeWrites(async (sql: string) => {
      sent.push(sql);
      return sql;
    }, 'nothing');
    const all = async (...statements: string[]) => {
      for (const each of statements) await query(each, []);
      return sent;
    };
    return { all };
  };

  test('What only reads sends none.', async () => {
    expect(await connection().all('begin', 'savepoint a', 'select 1', 'commit')).toEqual([
      'begin',
      'select 1',
      'commit',
    ]);
  });

  test('The first change sends those before it, in their order, and a later undoing goes back to its own.', async () => {
    const sent = await connection().all('savepoint a', 'savepoint b', 'select 1', 'insert 1', 'rollback to a');
    expect([...sent].sort()).toEqual(['insert 1', 'rollback to a', 'savepoint a', 'savepoint b', 'select 1']);
    expect(sent.filter((each) => each !== 'select 1')).toEqual([
      'savepoint a',
      'savepoint b',
      'insert 1',
      'rollback to a',
    ]);
  });

  test('Undoing what was not sent sends nothing, and a commit sends no savepoint.', async () => {
    expect(await connection().all('savepoint a', 'savepoint b', 'rollback to a', 'insert 1')).toEqual(['insert 1']);
    expect(await connection().all('savepoint a', 'commit', 'insert 1')).toEqual(['commit', 'insert 1']);
  });
});
