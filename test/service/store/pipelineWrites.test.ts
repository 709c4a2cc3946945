import { Socket } from 'node:net';
import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pipelineWrites } from '../../../src/service/store/pipelineWrites.js';
import type { NewRow } from '../../../src/service/store/schema.js';
import type { Store } from '../../../src/service/store/store.js';
import { stores } from '../../support/stores.js';

const raw = (sql: string) => ({ sql, query: { kind: 'RawNode' } }) as unknown as CompiledQuery;
const select = { sql: 'select', query: { kind: 'SelectQueryNode' } } as unknown as CompiledQuery;
const insert = { sql: 'insert', query: { kind: 'InsertQueryNode' } } as unknown as CompiledQuery;
const returning = { sql: 'returning', query: { kind: 'UpdateQueryNode', returning: {} } } as unknown as CompiledQuery;

/** A connection whose answers are given by hand. */
function connection() {
  const sent: string[] = [];
  const answers: {
    readonly succeed: () => void;
    readonly fail: (error: Error) => void;
    readonly answer: Promise<QueryResult<never>>;
  }[] = [];
  const execute = pipelineWrites(({ sql }) => {
    sent.push(sql);
    let settle = { succeed: () => {}, fail: (_: Error) => {} };
    const answer = new Promise<QueryResult<never>>((resolve, reject) => {
      settle = { succeed: () => resolve({ rows: [] }), fail: reject };
    });
    answers.push({ ...settle, answer });
    return answer;
  });
  /** Sends what needs no answer, and begins. */
  const begin = async () => {
    const begun = execute(raw('begin'));
    answers[0]?.succeed();
    await begun;
  };
  return { sent, answers, execute, begin };
}

describe('a connection whose answers are given by hand', () => {
  test('Inside a transaction nobody waits for a change that returns nothing, nor for the end of a savepoint.', async () => {
    const { sent, execute, begin } = connection();
    await begin();
    await execute(insert);
    await execute(insert);
    await execute(raw('release mark'));
    expect(sent).toEqual(['begin', 'insert', 'insert', 'release mark']);
  });

  test('Outside of a transaction a change is waited for, and so is one that returns rows, and what was sent before it.', async () => {
    const { answers, execute, begin } = connection();
    let settled = 0;
    const outside = execute(insert).then(() => (settled += 1));
    await Promise.resolve();
    expect(settled).toBe(0);
    answers.shift()?.succeed();
    await outside;
    await begin();
    answers.shift();
    await execute(insert);
    const inside = execute(returning).then(() => (settled += 1));
    answers[1]?.succeed();
    await Promise.resolve();
    expect(settled).toBe(1);
    answers[0]?.succeed();
    await inside;
    expect(settled).toBe(2);
  });

  test('A commit is sent with the changes before it, and tells what they met: the server has rolled them back.', async () => {
    const { sent, answers, execute, begin } = connection();
    await begin();
    await execute(insert);
    const committed = execute(raw('commit'));
    expect(sent).toEqual(['begin', 'insert', 'commit']);
    answers[2]?.fail(new Error('rolled back in place of a commit'));
    answers[1]?.fail(new Error('the disk is full'));
    await expect(committed).rejects.toThrow('the disk is full');
  });

  test('What a change met is thrown by each statement that is waited for, until the rollback.', async () => {
    const { sent, answers, execute, begin } = connection();
    await begin();
    await execute(insert);
    const asked = execute(select);
    answers[1]?.fail(new Error('the key is taken'));
    answers[2]?.fail(new Error('the transaction is aborted'));
    await expect(asked).rejects.toThrow('the key is taken');
    const committed = execute(raw('commit'));
    answers[3]?.fail(new Error('rolled back in place of a commit'));
    await expect(committed).rejects.toThrow('the key is taken');
    expect(sent).toEqual(['begin', 'insert', 'select', 'commit']);
    const undone = execute(raw('rollback'));
    answers[4]?.succeed();
    await undone;
  });

  test('Of two changes that failed the first is the cause, though the other is told of before it.', async () => {
    const { answers, execute, begin } = connection();
    await begin();
    await execute(insert);
    await execute(insert);
    const committed = execute(raw('commit'));
    answers[2]?.fail(new Error('the transaction is aborted'));
    await Promise.resolve();
    answers[1]?.fail(new Error('the key is taken'));
    await expect(committed).rejects.toThrow('the key is taken');
  });

  test('A change that is sent between two who waited for the same one is waited for, too.', async () => {
    const { answers, execute, begin } = connection();
    await begin();
    await execute(insert);
    const asked = [execute(select)];
    const sentBetween = answers[1]?.answer.then(() => execute(insert));
    asked.push(execute(select));
    for (const at of [1, 2, 3]) answers[at]?.succeed();
    await sentBetween;
    answers[4]?.fail(new Error('the key is taken'));
    await Promise.allSettled(asked);
    const refused = expect(execute(raw('commit'))).rejects.toThrow('the key is taken');
    answers[5]?.fail(new Error('rolled back in place of a commit'));
    await refused;
  });

  test('A rollback ends a transaction whose change nobody has asked about.', async () => {
    const { answers, execute, begin } = connection();
    await begin();
    await execute(insert);
    answers[1]?.fail(new Error('nobody asks'));
    const undone = execute(raw('rollback'));
    answers[2]?.succeed();
    await expect(undone).resolves.toEqual({ rows: [] });
  });

  test('Sixty-four changes are sent ahead; the next one waits for all of them.', async () => {
    const { answers, execute, begin } = connection();
    await begin();
    for (let count = 0; count < 64; count += 1) await execute(insert);
    let isSettled = false;
    const last = execute(insert).then(() => {
      isSettled = true;
    });
    answers.at(-1)?.succeed();
    await Promise.resolve();
    expect(isSettled).toBe(false);
    for (const each of answers) each.succeed();
    await last;
  });
});

describe.each(stores)('on $name', ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const revision = (name: string, policyTimes: string | null = null): NewRow<'policy_revisions'> => ({
    organization_id: 'one',
    revision: name,
    policy_ids: '[]',
    policy_times: policyTimes,
  });
  const written = async () => {
    const rows = await store.db.selectFrom('policy_revisions').select('revision').orderBy('revision').execute();
    return rows.map(({ revision }) => revision);
  };

  test('What is committed after a failure that was caught is an error where the database has rolled it back.', async () => {
    const committing = store.transaction(async (transaction) => {
      await transaction.insertInto('policy_revisions').values(revision('before')).execute();
      await sql`select from nowhere`.execute(transaction).catch(() => {});
    });
    const [outcome] = await Promise.allSettled([committing]);
    expect([outcome?.status, await written()]).toEqual(
      store.kind === 'postgres' ? ['rejected', []] : ['fulfilled', ['before']],
    );
  });

  test('A key that is taken undoes the transaction: where nothing follows, and where a question does.', async () => {
    for (const asks of [false, true]) {
      const failing = store.transaction(async (transaction) => {
        for (const name of ['before', 'twice', 'twice', 'after'])
          await transaction.insertInto('policy_revisions').values(revision(name)).execute();
        if (asks) await transaction.selectFrom('policy_revisions').selectAll().execute();
      });
      await expect(failing).rejects.toMatchObject({ code: 'STORE_FAILED' });
      expect(await written()).toEqual([]);
    }
  });

  test('A question that was sent beside a change that failed, and the commit after both, are told why that failed.', async () => {
    let outcomes: readonly PromiseSettledResult<unknown>[] = [];
    const committing = store.transaction(async (transaction) => {
      const add = () =>
        transaction.insertInto('policy_revisions').values(revision('twice')).returning('revision').execute();
      const ask = () => transaction.selectFrom('policy_revisions').selectAll().execute();
      await add();
      outcomes = await Promise.allSettled([add(), ask()]);
    });
    const [committed] = await Promise.allSettled([committing]);
    const taken = { status: 'rejected', reason: { code: 'STORE_FAILED', cause: expect.any(Error) } };
    expect(outcomes[0]).toMatchObject(taken);
    if (store.kind !== 'postgres')
      return expect([outcomes[1]?.status, await written()]).toEqual(['fulfilled', ['twice']]);
    const isTaken = { status: 'rejected', reason: { cause: { code: '23505' } } };
    expect([...outcomes, committed]).toMatchObject([isTaken, isTaken, isTaken]);
  });

  test('A value that cannot be sent undoes what was sent before it.', async () => {
    const failing = store.transaction(async (transaction) => {
      await transaction.insertInto('policy_revisions').values(revision('before')).execute();
      await transaction
        .insertInto('policy_revisions')
        .values(revision('never', Number.NaN as unknown as string))
        .execute();
    });
    await expect(failing).rejects.toThrow();
    expect(await written()).toEqual([]);
  });

  test('What was sent before a refusal is undone, and a later transaction is not met by it.', async () => {
    const refused = store.transaction(async (transaction) => {
      await transaction.insertInto('policy_revisions').values(revision('refused')).execute();
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await store.transaction((transaction) =>
      transaction.insertInto('policy_revisions').values(revision('next')).execute(),
    );
    expect(await written()).toEqual(['next']);
  });

  test('What is sent in a row goes out in one write: the begin with its question, and the changes with the commit.', async () => {
    const writes = vi.fn();
    const spies = (['_write', '_writev'] as const).map((method) => {
      const original = Socket.prototype[method] as (...parts: unknown[]) => void;
      return vi.spyOn(Socket.prototype, method).mockImplementation(function (this: Socket, ...parts: unknown[]) {
        writes();
        original.apply(this, parts);
      });
    });
    await store.transaction(async (transaction) => {
      await transaction.selectFrom('policy_revisions').selectAll().execute();
      for (const name of ['one', 'two'])
        await transaction.insertInto('policy_revisions').values(revision(name)).execute();
    });
    for (const spy of spies) spy.mockRestore();
    expect(writes).toHaveBeenCalledTimes(store.kind === 'postgres' ? 2 : 0);
    expect(await written()).toEqual(['one', 'two']);
  });

  test('Two hundred changes in one transaction are all there, in their order.', async () => {
    const names = Array.from({ length: 200 }, (_, index) => String(index).padStart(3, '0'));
    await store.transaction(async (transaction) => {
      for (const name of names) await transaction.insertInto('policy_revisions').values(revision(name)).execute();
      await transaction.deleteFrom('policy_revisions').where('revision', '>=', '100').execute();
    });
    expect(await written()).toEqual(names.slice(0, 100));
  });
});
