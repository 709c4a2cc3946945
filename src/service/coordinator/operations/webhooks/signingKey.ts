import type { Kysely } from 'kysely';
import { toBase64Url } from '../../../../crypto/base64url.js';
import { type Bytes, utf8 } from '../../../../crypto/bytes.js';
import { fromHex, toHex } from '../../../../crypto/hex.js';
import type { Row, Tables } from '../../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../../store/sealedColumns.js';
import type { Tools } from '../../../tools.js';
import { withSecret } from '../../../wipe.js';

/** The key is the service's own, for events of any organization. */
const ofTheService = '';

/** Makes the key that events are signed with, unless there is one. */
export async function makeSigningKey(tools: Tools, db: Kysely<Tables>, nowMs: number): Promise<void> {
  if ((await signingKeys(db)).length > 0) return;
  const { primitives, random, sealer } = tools;
  const keyId = tools.newTimedId(nowMs);
  await withSecret(random(32), async (seed) =>
    db
      .insertInto('webhook_keys')
      .values({
        organization_id: ofTheService,
        key_id: keyId,
        public_key: toHex(await primitives.ed25519.publicKey(seed)),
        sealed_key: await sealer.seal(sealedPlace(sealedColumns.webhookKey, ofTheService, keyId), seed),
        created_at_ms: nowMs,
      })
      .execute(),
  );
}

/** Signs with the newest key. @returns its id, and 64 bytes; `undefined` where there is no key. */
export async function signedByService(
  { store, primitives, sealer }: Tools,
  textOf: (keyId: string) => string,
): Promise<{ keyId: string; signature: Bytes } | undefined> {
  const key = (await store.read(signingKeys)).at(-1);
  if (!key) return undefined;
  const seed = await sealer.open(sealedPlace(sealedColumns.webhookKey, ofTheService, key.key_id), key.sealed_key);
  const signature = await withSecret(seed, async (secret) => primitives.ed25519.sign(utf8(textOf(key.key_id)), secret));
  return { keyId: key.key_id, signature };
}

/** The path of the public keys. */
export const jwksPath = '/public/v1/discovery/webhooks/jwks';

/** The public keys, as a JWK set. @see docs/wire.md 2.7; RFC 8037, 2 */
export async function webhookJwks({ store }: Pick<Tools, 'store'>): Promise<object> {
  const keys = await store.read(signingKeys);
  return {
    keys: keys.map(({ key_id, public_key }) => ({
      kid: key_id,
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      x: toBase64Url(fromHex(public_key)),
      turnkey_signature_algorithm: 'ed25519',
      turnkey_signature_version: 'v1',
    })),
  };
}

/** Oldest first: their ids are in the order of time. */
const signingKeys = (db: Kysely<Tables>): Promise<Row<'webhook_keys'>[]> =>
  db.selectFrom('webhook_keys').selectAll().where('organization_id', '=', ofTheService).orderBy('key_id').execute();
