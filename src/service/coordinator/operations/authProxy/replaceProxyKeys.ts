import type { AgreementKey } from '../../../../crypto/p256.js';
import { openProxyKey, sealProxyKey } from '../../../configuration/proxyKey.js';
import { makeKeyPair } from '../../../configuration/trustKeys.js';
import type { Row } from '../../../store/schema.js';
import { beforeAll, nextSealed, type SealedRow } from '../../../store/sealedRows.js';
import { proxyKeyColumn } from '../../../store/tables/authProxy.js';
import type { Tools } from '../../../tools.js';
import { SealError } from '../../../vault/seal.js';
import { withSecret } from '../../../wipe.js';
import { credentialsOf } from '../../callers/credentialsOf.js';
import { addApiKey, removeCredentials } from '../../records/credentials.js';

/** How many configurations are read at once. */
const batch = 100;

/**
 * Gives the proxy user of each configuration whose API key cannot be opened with any proxy key a fresh one, sealed to the first, and
 * deletes the old one. If interrupted, it continues where it stopped.
 *
 * @returns how many were replaced.
 */
export async function replaceProxyKeys(
  tools: ReplacementTools,
  proxyKeys: readonly [AgreementKey, ...AgreementKey[]],
): Promise<number> {
  let replaced = 0;
  for (let after: Omit<SealedRow, 'sealed'> = beforeAll; ; ) {
    const rows = await nextSealed(tools.store, proxyKeyColumn, after, batch);
    for (const row of rows) {
      if (!(await opens(proxyKeys, row)) && (await replaceOne(tools, proxyKeys[0], row))) replaced += 1;
    }
    const last = rows.at(-1);
    if (rows.length < batch || last === undefined) return replaced;
    after = last;
  }
}

type ReplacementTools = Pick<Tools, 'store' | 'random' | 'newTimedId' | 'clock'>;

const opens = (proxyKeys: readonly AgreementKey[], { id, sealed }: SealedRow): Promise<boolean> =>
  openProxyKey(proxyKeys, id, sealed).then(
    (secret) => withSecret(secret, () => true),
    (error: unknown) => {
      if (error instanceof SealError) return false;
      throw error;
    },
  );

/** @returns whether the row was still as it was read. */
async function replaceOne(
  { store, random, newTimedId, clock }: ReplacementTools,
  proxyKey: AgreementKey,
  { organizationId, id: configId, sealed: old }: SealedRow,
): Promise<boolean> {
  const nowMs = clock();
  const { publicKey, sealed } = await makeKeyPair({ random }, (privateKey) =>
    sealProxyKey(proxyKey.publicKey, configId, privateKey),
  );
  return store.transaction(async (transaction) => {
    const config = await transaction
      .updateTable('auth_proxy_configs')
      .set({ proxy_public_key: publicKey, sealed_proxy_key: sealed })
      .where('config_id', '=', configId)
      .where('sealed_proxy_key', '=', old)
      .returning('proxy_user_id')
      .executeTakeFirst();
    if (config === undefined) return false;
    const userId = config.proxy_user_id;
    const organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'> = await transaction
      .selectFrom('organizations')
      .select(['organization_id', 'parent_id'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const olderKeys = await credentialsOf(transaction, { organization_id: organizationId, user_id: userId });
    await removeCredentials(transaction, organization, olderKeys);
    const apiKey = { apiKeyName: 'Auth proxy', publicKey, curveType: 'API_KEY_CURVE_P256' as const };
    const credential = {
      kind: 'API_KEY' as const,
      credentialType: 'CREDENTIAL_TYPE_API_KEY_P256',
      loginId: null,
      proof: 'proved' as const,
    };
    await addApiKey({ newTimedId }, transaction, { organization, userId, nowMs }, { ...apiKey, ...credential });
    return true;
  });
}
