import { CompiledQuery, type Transaction } from 'kysely';
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
      .values({ organization_id: 'one', revision: name, policy_ids: '[]', policy_times: null })
      .execute();
  const written = async () => {
    const rows = await store.db.selectFrom('policy_revisions').select('revision').orderBy('revision').execute();
    return rows.map(({ revision }) => revision);
  };

  test('What was written since a savepoint is undone, and nothing before or after.', async () => {
    await store.transaction(async (transaction) => {
      await write(transaction, 'before');
      const { undo } = await savepoint(transaction, 'here');
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
      const second = await savepoint(transaction, 'second');
      await write(transaction, 'b');
      await second.undo();
    });
    expect(await written()).toEqual(['a']);
    await store.transaction(async (transaction) => {
      const first = await savepoint(transaction, 'first');
      const second = await savepoint(transaction, 'second');
      await write(transaction, 'c');
      await second.end();
      await write(transaction, 'd');
      await first.undo();
    });
    expect(await written()).toEqual(['a']);
  });

  test('A savepoint without a change after it is undone as well, and what fails undoes all.', async () => {
    await store.transaction(async (transaction) => {
      await write(transaction, 'kept');
      await (await savepoint(transaction, 'undone')).undo();
      await (await savepoint(transaction, 'ended')).end();
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
  const sentFor = async (...statements: string[]) => {
    const sent: string[] = [];
    const execute = savepointsBeforeWrites(async ({ sql }) => {
      sent.push(sql);
      return { rows: [] };
    });
    for (const each of statements) await execute(CompiledQuery.raw(each));
    return sent;
  };

  test('What only reads sends none, and none is sent once it has ended.', async () => {
    const reading = ['begin', 'savepoint a', 'select 1', 'release a', 'insert 1', 'commit'];
    expect(await sentFor(...reading)).toEqual(['begin', 'select 1', 'insert 1', 'commit']);
  });

  test('The first change sends those before it, in their order, and a later undoing goes back to its own.', async () => {
    const changing = ['savepoint a', 'savepoint b', 'select 1', 'insert 1', 'rollback to a', 'insert 2'];
    const sent = ['select 1', 'savepoint a', 'savepoint b', 'insert 1', 'rollback to a', 'insert 2'];
    expect(await sentFor(...changing)).toEqual(sent);
    expect(await sentFor('savepoint a', 'insert 1', 'release a')).toEqual(['savepoint a', 'insert 1', 'release a']);
  });

  test('Undoing what was not sent sends nothing, nor does the end of a transaction.', async () => {
    expect(await sentFor('savepoint a', 'savepoint b', 'rollback to a', 'insert 1')).toEqual(['insert 1']);
    expect(await sentFor('savepoint a', 'commit', 'insert 1')).toEqual(['commit', 'insert 1']);
    expect(await sentFor('insert 0', 'savepoint a', 'rollback', 'insert 1')).toEqual([
      'insert 0',
      'rollback',
      'insert 1',
    ]);
  });

  test('One that was undone unsent is ended unsent, too; one that was sent is ended, and its name is free again.', async () => {
    expect(await sentFor('savepoint a', 'select 1', 'rollback to a', 'release a', 'insert 1')).toEqual([
      'select 1',
      'insert 1',
    ]);
    const twice = ['savepoint a', 'insert 1', 'rollback to a', 'release a'];
    expect(await sentFor(...twice, 'savepoint a', 'rollback to a', 'release a')).toEqual(twice);
  });
});
