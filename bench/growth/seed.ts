import { sql } from 'kysely';
import type { Store } from '../../src/service/store/store.js';
import { type Copy, copiesOf } from './copies.js';
import { words } from './dialect.js';
import type { Template } from './template.js';

/** Most persons that one transaction adds to one table. */
const batch = 50_000;

/** Makes the template's sub-organization many, by SQL in the real tables. */
export function seed(store: Store, template: Template, count: number, nowMs: number): Promise<void> {
  return multiply(store, copiesOf(template, words[store.kind], count, nowMs), count);
}

/** Makes so many copies, and brings the engine's statistics up to date. */
export async function multiply(store: Store, copies: readonly Copy[], count: number): Promise<void> {
  const { db, kind } = store;
  const engine = words[kind];
  if (kind === 'sqlite') await run(store, 'pragma synchronous = off');
  for (const copy of copies) {
    const columns = await columnsOf(store, copy);
    const values = columns.map((column) => copy.set[column] ?? `t.${column}`);
    for (let from = 1; from <= count; from += batch) {
      const counter = engine.counter(from, Math.min(count, from + batch - 1));
      const template = `(select * from ${copy.table} where ${copy.where} limit 1) as t`;
      const statement = `insert into ${copy.table} (${columns}) select ${values} from ${template}, ${counter}`;
      await db.transaction().execute(async (transaction) => {
        if (kind === 'postgres') await sql.raw('set local synchronous_commit = off').execute(transaction);
        await sql.raw(statement).execute(transaction);
      });
    }
  }
  if (kind === 'sqlite') {
    await run(store, 'pragma wal_checkpoint(truncate)');
    await run(store, 'pragma synchronous = full');
  } else {
    await run(store, 'vacuum analyze');
  }
}

async function columnsOf({ db }: Store, { table, where }: Copy): Promise<string[]> {
  const { rows } = await sql.raw<object>(`select * from ${table} where ${where} limit 1`).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`The template has no row in ${table} where ${where}.`);
  return Object.keys(row);
}

const run = ({ db }: Store, statement: string) => sql.raw(statement).execute(db);
