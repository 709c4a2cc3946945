import type { Kysely, Transaction } from 'kysely';
import type { createPrivateKeys } from '../../../contract/privateKeys.js';
import { refused } from '../../../contract/refusals.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { limits } from '../../limits/limits.js';
import type { NewRow, Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { addressWriter } from '../../vault/address.js';
import { curvePublicKeyOf } from '../../vault/curve.js';
import { freshSecretKey } from '../../vault/freshSecretKey.js';
import { withSecret } from '../../wipe.js';
import type { ParametersOf } from '../engine/handlers/handler.js';
import type { DerivedAddress } from '../engine/handlers/outcome.js';
import { checkPrivateKeyTags, privateKeyContext, tagPrivateKeys } from '../records/privateKeys.js';

/** A private key that is yet to be written, its secret sealed. */
export type PreparedPrivateKey = {
  readonly row: Row<'private_keys'>;
  readonly addresses: readonly NewRow<'private_key_addresses'>[];
  readonly tagIds: readonly string[];
};

type NewKeys = ParametersOf<typeof createPrivateKeys>['privateKeys'];

/** Makes fresh keys and their addresses. It takes a millisecond a key: never in a transaction. */
export async function preparePrivateKeys(
  tools: Tools,
  { organizationId, nowMs }: KeyPlace,
  requested: NewKeys,
): Promise<PreparedPrivateKey[]> {
  const made: PreparedPrivateKey[] = [];
  for (const key of requested) {
    const place = { organizationId, nowMs, privateKeyId: tools.newTimedId(nowMs) };
    const prepared = await withSecret(freshSecretKey(key.curve, tools.random), (secretKey) =>
      prepareAt(tools, place, { ...key, secretKey, imported: 0 }),
    );
    made.push({ ...prepared, tagIds: key.privateKeyTags });
  }
  return made;
}

/** A private key of these bytes. */
export async function preparePrivateKeyOf(tools: Tools, place: KeyPlace, key: KeyOf): Promise<PreparedPrivateKey> {
  const privateKeyId = tools.newTimedId(place.nowMs);
  return { ...(await prepareAt(tools, { ...place, privateKeyId }, key)), tagIds: [] };
}

/** Where a key will be kept, and since when. */
type KeyPlace = { readonly organizationId: string; readonly nowMs: number };

type KeyOf = Pick<NewKeys[number], 'privateKeyName' | 'curve' | 'addressFormats'> & {
  /** 32 bytes, the caller's to wipe. */
  readonly secretKey: Bytes;
  readonly imported: Row<'private_keys'>['imported'];
};

async function prepareAt(
  { primitives, sealer }: Tools,
  { organizationId, privateKeyId, nowMs }: KeyPlace & { readonly privateKeyId: string },
  { privateKeyName, curve, addressFormats, secretKey, imported }: KeyOf,
): Promise<Omit<PreparedPrivateKey, 'tagIds'>> {
  const place = { organization_id: organizationId, private_key_id: privateKeyId };
  const publicKey = await curvePublicKeyOf(primitives, curve, secretKey);
  const addresses: NewRow<'private_key_addresses'>[] = [];
  for (const format of addressFormats) {
    addresses.push({ ...place, address_format: format, address: await addressWriter(format, curve)(publicKey) });
  }
  return {
    row: {
      ...place,
      private_key_name: privateKeyName,
      curve,
      public_key: toHex(publicKey),
      sealed_key: await sealer.seal(privateKeyContext(organizationId, privateKeyId), secretKey),
      exported: 0,
      imported,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    },
    addresses,
  };
}

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
    .offset(limits.privateKeys.most - privateKeys.length)
    .limit(1)
    .executeTakeFirst();
  if (last) throw refused('LIMIT_REACHED', { about: `${limits.privateKeys.most} private keys` });
  const names = privateKeys.map(({ privateKeyName }) => privateKeyName);
  const taken = await db
    .selectFrom('private_keys')
    .select('private_key_id')
    .where('organization_id', '=', organizationId)
    .where('private_key_name', 'in', names)
    .limit(1)
    .executeTakeFirst();
  if (taken || new Set(names).size < names.length) throw refused('NAME_TAKEN', { about: 'private key name' });
  await checkPrivateKeyTags(db, organizationId, [...new Set(privateKeys.flatMap((key) => key.privateKeyTags ?? []))]);
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

/** The addresses of a key, as App Proofs say them. */
export const derivedOfKey = ({ addresses }: PreparedPrivateKey): DerivedAddress[] =>
  addresses.map(({ organization_id, private_key_id, address }) => ({
    organizationId: organization_id,
    address,
    keyId: private_key_id,
  }));
