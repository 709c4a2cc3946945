import type { CompiledQuery, Transaction } from 'kysely';
import { peer } from '../peer.js';
import type { Tables } from './schema.js';

/** A mark in a transaction. */
export type Savepoint = {
  /** Undoes what was written since, and nothing before. */
  readonly undo: () => Promise<void>;
  /** What was written since stays as long as the transaction does. */
  readonly end: () => Promise<void>;
};

/** @param name - one for each place in a transaction: letters. */
export async function savepoint(transaction: Transaction<Tables>, name: string): Promise<Savepoint> {
  const send = async (statement: string) => {
    await transaction.executeQuery(compiled(`${statement} ${name}`));
  };
  const compiled = await compiler();
  await send('savepoint');
  return { undo: () => send('rollback to'), end: () => send('release') };
}

/** Each statement is compiled once. */
let compiling: ((sql: string) => CompiledQuery) | undefined;

async function compiler(): Promise<(sql: string) => CompiledQuery> {
  if (compiling) return compiling;
  const { CompiledQuery } = await peer('kysely', () => import('kysely'));
  const known = new Map<string, CompiledQuery>();
  compiling = (sql) => {
    const query = known.get(sql) ?? CompiledQuery.raw(sql);
    known.set(sql, query);
    return query;
  };
  return compiling;
}
