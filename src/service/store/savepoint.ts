import type { Transaction } from 'kysely';
import { peer } from '../peer.js';
import type { Tables } from './schema.js';

/**
 * Marks a place in a transaction.
 *
 * @param name - one for each place in a transaction: letters.
 * @returns a function that undoes what was written since, and nothing before.
 */
export async function savepoint(transaction: Transaction<Tables>, name: string): Promise<() => Promise<void>> {
  const { CompiledQuery } = await peer('kysely', () => import('kysely'));
  await transaction.executeQuery(CompiledQuery.raw(`savepoint ${name}`));
  return async () => {
    await transaction.executeQuery(CompiledQuery.raw(`rollback to ${name}`));
  };
}
