import type { createPrivateKeys } from '../../../contract/privateKeys.js';
import type { Curve } from '../../../contract/shapes.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import type { NewRow, Row } from '../../store/schema.js';
import { newTimedId, type Tools } from '../../tools.js';
import { addressWriter } from '../../vault/address.js';
import { publicKeyOf } from '../../vault/curve.js';
import { freshSecretKey } from '../../vault/freshSecretKey.js';
import { withSecret } from '../../wipe.js';
import type { ParametersOf } from '../pipeline/execution.js';
import { privateKeyContext } from './records.js';

/** A private key that is yet to be written, its secret sealed. */
export type PreparedPrivateKey = {
  readonly row: Row<'private_keys'>;
  readonly addresses: readonly NewRow<'private_key_addresses'>[];
  readonly tagIds: readonly string[];
};

type Asked = ParametersOf<typeof createPrivateKeys>['privateKeys'];

/** Makes fresh keys and their addresses. It takes a millisecond a key: never in a transaction. */
export async function preparePrivateKeys(
  tools: Tools,
  { organizationId, nowMs }: { readonly organizationId: string; readonly nowMs: number },
  asked: Asked,
): Promise<PreparedPrivateKey[]> {
  // Lists go by id: in ascending ids the keys of one moment are listed as they were asked for.
  const ids = asked.map(() => newTimedId(tools.random, nowMs)).sort();
  const made: PreparedPrivateKey[] = [];
  for (const [index, { privateKeyName, curve, addressFormats, privateKeyTags }] of asked.entries()) {
    const privateKeyId = ids[index] as string;
    const place = { organization_id: organizationId, private_key_id: privateKeyId };
    const { publicKey, sealedKey } = await sealedFreshKey(tools, organizationId, privateKeyId, curve);
    const addresses: NewRow<'private_key_addresses'>[] = [];
    for (const format of addressFormats) {
      addresses.push({ ...place, address_format: format, address: await addressWriter(format, curve)(publicKey) });
    }
    made.push({
      row: {
        ...place,
        private_key_name: privateKeyName,
        curve,
        public_key: toHex(publicKey),
        sealed_key: sealedKey,
        exported: 0,
        imported: 0,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      },
      addresses,
      tagIds: privateKeyTags,
    });
  }
  return made;
}

async function sealedFreshKey(
  { primitives, random, sealer }: Tools,
  organizationId: string,
  privateKeyId: string,
  curve: Curve,
): Promise<{ readonly publicKey: Bytes; readonly sealedKey: Bytes }> {
  return withSecret(freshSecretKey(curve, random), async (secretKey) => ({
    publicKey: await publicKeyOf(primitives, curve, secretKey),
    sealedKey: await sealer.seal(privateKeyContext(organizationId, privateKeyId), secretKey),
  }));
}
