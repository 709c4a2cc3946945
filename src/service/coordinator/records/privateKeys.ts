import type { Kysely, Transaction } from 'kysely';
import type { PrivateKey } from '../../../contract/privateKeys.queries.js';
import { refused } from '../../../contract/refusals.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { inSlices } from '../../slices.js';
import type { Row, Tables } from '../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../store/sealedColumns.js';

/** Where a private key is sealed to. */
export const privateKeyContext = (organizationId: string, privateKeyId: string) =>
  sealedPlace(sealedColumns.privateKey, organizationId, privateKeyId);

/** Private keys by their ids, those that are there. */
export async function findPrivateKeys(
  db: Kysely<Tables>,
  organizationId: string,
  privateKeyIds: readonly string[],
): Promise<Row<'private_keys'>[]> {
  if (privateKeyIds.length === 0) return [];
  return db
    .selectFrom('private_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('private_key_id', 'in', privateKeyIds)
    .execute();
}

/** @throws {RefusedError} PRIVATE_KEY_NOT_FOUND where one of them is not there */
export async function checkPrivateKeys(
  db: Kysely<Tables>,
  organizationId: string,
  privateKeyIds: readonly string[],
): Promise<Row<'private_keys'>[]> {
  const found = await findPrivateKeys(db, organizationId, privateKeyIds);
  if (found.length < privateKeyIds.length) throw refused('PRIVATE_KEY_NOT_FOUND');
  return found;
}

/** @throws {RefusedError} TAG_NOT_FOUND where one of them is not there */
export async function checkPrivateKeyTags(
  db: Kysely<Tables>,
  organizationId: string,
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return;
  const found = await db
    .selectFrom('private_key_tags')
    .select('tag_id')
    .where('organization_id', '=', organizationId)
    .where('tag_id', 'in', tagIds)
    .execute();
  if (found.length < tagIds.length) throw refused('TAG_NOT_FOUND');
}

/** @throws {RefusedError} NAME_TAKEN */
export async function checkTagName(db: Kysely<Tables>, organizationId: string, name: string): Promise<void> {
  const taken = await db
    .selectFrom('private_key_tags')
    .select('tag_id')
    .where('organization_id', '=', organizationId)
    .where('tag_name', '=', name)
    .executeTakeFirst();
  if (taken) throw refused('NAME_TAKEN', { about: 'private key tag name' });
}

/** Gives each of these keys each of these tags; who has one already keeps it. */
export async function tagPrivateKeys(
  transaction: Transaction<Tables>,
  organization_id: string,
  privateKeyIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  const pairs = privateKeyIds.flatMap((private_key_id) =>
    tagIds.map((tag_id) => ({ organization_id, private_key_id, tag_id })),
  );
  if (pairs.length === 0) return;
  await transaction
    .insertInto('tagged_private_keys')
    .values(pairs)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Private keys as the wire has them: all of an organization, or one of them. Many, of which each has many addresses, are read by parts. */
export async function writePrivateKeys(
  db: Kysely<Tables>,
  organizationId: string,
  keys: readonly Row<'private_keys'>[],
): Promise<PrivateKey[]> {
  const parts = Array.from({ length: Math.ceil(keys.length / atOnce) }, (_, index) =>
    keys.slice(index * atOnce, (index + 1) * atOnce),
  );
  return (await inSlices(parts, (part) => writePart(db, organizationId, part))).flat();
}

const atOnce = 50;

async function writePart(
  db: Kysely<Tables>,
  organizationId: string,
  keys: readonly Row<'private_keys'>[],
): Promise<PrivateKey[]> {
  const ids = keys.map(({ private_key_id }) => private_key_id);
  const addresses = await db
    .selectFrom('private_key_addresses')
    .select(['private_key_id', 'address_format as format', 'address'])
    .where('organization_id', '=', organizationId)
    .where('private_key_id', 'in', ids)
    .execute();
  const tags = await db
    .selectFrom('tagged_private_keys')
    .select(['private_key_id', 'tag_id'])
    .where('organization_id', '=', organizationId)
    .where('private_key_id', 'in', ids)
    .execute();
  const addressesOf = grouped(addresses);
  const tagsOf = grouped(tags);
  return keys.map((key) => ({
    privateKeyId: key.private_key_id,
    publicKey: key.public_key,
    privateKeyName: key.private_key_name,
    curve: key.curve,
    addresses: (addressesOf.get(key.private_key_id) ?? []).map(({ format, address }) => ({ format, address })),
    privateKeyTags: (tagsOf.get(key.private_key_id) ?? []).map(({ tag_id }) => tag_id),
    createdAt: timestampOf(key.created_at_ms),
    updatedAt: timestampOf(key.updated_at_ms),
    exported: key.exported === 1,
    imported: key.imported === 1,
  }));
}

function grouped<Item extends { readonly private_key_id: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.private_key_id);
    if (group) group.push(item);
    else groups.set(item.private_key_id, [item]);
  }
  return groups;
}
