import { sql } from 'kysely';
import type { Store } from '../../../src/service/store/store.js';
import { type Copy, copiesOf } from './copies.js';
import { dialects } from './dialect.js';
import type { Template } from './template.js';

/** The most rows of one statement. */
const batch = 50_000;

/** Copies the template's sub-organization `count` times, by SQL in the real tables. */
export function seed(store: Store, template: Template, count: number, nowMs: number): Promise<void> {
  return multiply(store, copiesOf(template, dialects[store.kind], count, nowMs), count);
}

/** Makes `count` copies of each row. */
export async function multiply(store: Store, copies: readonly Copy[], count: number): Promise<void> {
  const engine = dialects[store.kind];
  for (const copy of copies) {
    const { table, where, set } = copy;
    const columns = await columnsOf(store, copy);
    const values = columns.map((column) => set[column] ?? `t.${column}`);
    for (let from = 1; from <= count; from += batch) {
      const counter = engine.counter(from, Math.min(count, from + batch - 1));
      const original = `(select * from ${table} where ${where} limit 1) as t`;
      await sql
        .raw(`insert into ${table} (${columns}) select ${values} from ${original}, ${counter}`)
        .execute(store.db);
    }
  }
}

async function columnsOf({ db }: Store, { table, where }: Copy): Promise<string[]> {
  const { rows } = await sql.raw<object>(`select * from ${table} where ${where} limit 1`).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`The template has no row in ${table} where ${where}.`);
  return Object.keys(row);
}
