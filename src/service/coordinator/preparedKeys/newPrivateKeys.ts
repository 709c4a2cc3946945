import type { Kysely, Transaction } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { Tables } from '../../store/schema.js';
import { checkTags, mostPrivateKeys, tagPrivateKeys } from '../records/privateKeys.js';
import type { PreparedPrivateKey } from './preparedPrivateKeys.js';

/** What a key that is to be kept is called, and which tags it shall have. */
type NewKey = { readonly privateKeyName: string; readonly privateKeyTags?: readonly string[] };

/**
 * Whether these keys may be stored: checked before their preparation, and again before the write.
 *
 * @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN, TAG_NOT_FOUND
 */
export async function checkNewPrivateKeys(
  db: Kysely<Tables>,
  organizationId: string,
  privateKeys: readonly NewKey[],
): Promise<void> {
  const last = await db
    .selectFrom('private_keys')
    .select('private_key_id')
    .where('organization_id', '=', organizationId)
    .orderBy('private_key_id')
    .offset(mostPrivateKeys - privateKeys.length)
    .limit(1)
    .executeTakeFirst();
  if (last) throw refused('LIMIT_REACHED', { about: `${mostPrivateKeys} private keys` });
  const names = privateKeys.map(({ privateKeyName }) => privateKeyName);
  const taken = await db
    .selectFrom('private_keys')
    .select('private_key_id')
    .where('organization_id', '=', organizationId)
    .where('private_key_name', 'in', names)
    .limit(1)
    .executeTakeFirst();
  if (taken || new Set(names).size < names.length) throw refused('NAME_TAKEN', { about: 'private key name' });
  await checkTags(db, organizationId, [...new Set(privateKeys.flatMap((key) => key.privateKeyTags ?? []))]);
}

/** Writes keys down, with their addresses and tags. */
export async function keepPrivateKeys(
  transaction: Transaction<Tables>,
  organizationId: string,
  prepared: readonly PreparedPrivateKey[],
): Promise<void> {
  await transaction
    .insertInto('private_keys')
    .values(prepared.map(({ row }) => row))
    .execute();
  const addresses = prepared.flatMap((key) => key.addresses);
  if (addresses.length > 0) await transaction.insertInto('private_key_addresses').values(addresses).execute();
  for (const { row, tagIds } of prepared) {
    await tagPrivateKeys(transaction, organizationId, [row.private_key_id], tagIds);
  }
}

/** A new key as the wire has it. */
export const writeNewPrivateKey = ({ row, addresses }: PreparedPrivateKey) => ({
  privateKeyId: row.private_key_id,
  addresses: addresses.map(({ address_format, address }) => ({ format: address_format, address })),
});
