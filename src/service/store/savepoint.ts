import type { Transaction } from 'kysely';
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
  kysely ??= await peer('kysely', () => import('kysely'));
  const { raw } = kysely.CompiledQuery;
  const send = async (statement: string) => {
    await transaction.executeQuery(raw(`${statement} ${name}`));
  };
  await send('savepoint');
  return { undo: () => send('rollback to'), end: () => send('release') };
}

/** Kept: to import what is loaded takes longer than a savepoint. */
let kysely: typeof import('kysely') | undefined;
