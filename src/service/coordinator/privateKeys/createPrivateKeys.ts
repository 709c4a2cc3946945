import type { Kysely } from 'kysely';
import type { createPrivateKeys } from '../../../contract/privateKeys.js';
import { refused } from '../../../contract/refusals.js';
import type { Tables } from '../../store/schema.js';
import { addressWriter } from '../../vault/address.js';
import { whoDerives } from '../pipeline/derivationLimit.js';
import type { ActivityHandler, ParametersOf } from '../pipeline/execution.js';
import { type PreparedPrivateKey, preparePrivateKeys } from './preparedPrivateKeys.js';
import { checkTags, mostPrivateKeys, tagPrivateKeys } from './records.js';

/** Private keys with their addresses and tags, all of them or none. */
export const createPrivateKeysHandler: ActivityHandler<typeof createPrivateKeys, readonly PreparedPrivateKey[]> = {
  async prepare({ parameters, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const organizationId = organization.organization_id;
    const { privateKeys } = parameters;
    for (const { curve, addressFormats } of privateKeys)
      for (const format of addressFormats) addressWriter(format, curve);
    await read((db) => checkNew(db, organizationId, parameters));
    tools.takeDerivations(whoDerives(organization, caller, clientAddress), privateKeys.length);
    return preparePrivateKeys(tools, { organizationId, nowMs }, privateKeys);
  },

  async execute({ parameters, prepared }, { transaction, organization: { organization_id } }) {
    await checkNew(transaction, organization_id, parameters);
    await transaction
      .insertInto('private_keys')
      .values(prepared.map(({ row }) => row))
      .execute();
    const addresses = prepared.flatMap((key) => key.addresses);
    if (addresses.length > 0) await transaction.insertInto('private_key_addresses').values(addresses).execute();
    for (const { row, tagIds } of prepared) {
      await tagPrivateKeys(transaction, organization_id, [row.private_key_id], tagIds);
    }
    return {
      privateKeys: prepared.map((key) => ({
        privateKeyId: key.row.private_key_id,
        addresses: key.addresses.map(({ address_format, address }) => ({ format: address_format, address })),
      })),
    };
  },
};

/** @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN, TAG_NOT_FOUND */
async function checkNew(
  db: Kysely<Tables>,
  organizationId: string,
  { privateKeys }: ParametersOf<typeof createPrivateKeys>,
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
  await checkTags(db, organizationId, [...new Set(privateKeys.flatMap((key) => key.privateKeyTags))]);
}
