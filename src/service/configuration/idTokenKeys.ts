import type { Kysely } from 'kysely';
import { refused } from '../../contract/refusals.js';
import { toBase64Url } from '../../crypto/base64url.js';
import type { Bytes } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';
import { decompressPoint, importVerifyingKey, type Signer } from '../../crypto/p256.js';
import type { Row, Tables } from '../store/schema.js';
import { sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import type { FindProviderKey, Tools } from '../tools.js';
import { withSecret } from '../wipe.js';
import { makeKeyPair } from './trustKeys.js';

/** The key is the service's own, for tokens of any organization. */
const ofTheService = '';

/** A key that signs ID tokens, not yet kept. `publicKey`: compressed hex. */
export type FreshIdTokenKey = {
  readonly keyId: string;
  readonly publicKey: string;
  readonly sealed: Bytes;
  readonly nowMs: number;
};

/** Makes a key that may be needed. */
export async function freshIdTokenKey(tools: Tools, nowMs: number): Promise<FreshIdTokenKey> {
  const keyId = tools.newTimedId(nowMs);
  const place = sealedPlace(sealedColumns.idTokenKey, ofTheService, keyId);
  return { keyId, nowMs, ...(await makeKeyPair(tools, (secret) => tools.sealer.seal(place, secret))) };
}

/** Keeps it, unless there is one. */
export async function keepIdTokenKey(
  db: Kysely<Tables>,
  { keyId, publicKey, sealed, nowMs }: FreshIdTokenKey,
): Promise<void> {
  if ((await idTokenKeys(db)).length > 0) return;
  await db
    .insertInto('id_token_keys')
    .values({
      organization_id: ofTheService,
      key_id: keyId,
      public_key: publicKey,
      sealed_key: sealed,
      created_at_ms: nowMs,
    })
    .execute();
}

/** Oldest first: their ids are in the order of time. */
const idTokenKeys = (db: Kysely<Tables>): Promise<Row<'id_token_keys'>[]> =>
  db.selectFrom('id_token_keys').selectAll().where('organization_id', '=', ofTheService).orderBy('key_id').execute();

/** The newest key, to sign by. @returns `undefined` where none was ever made. */
export async function idTokenSigner(
  { sealer, primitives }: Pick<Tools, 'sealer' | 'primitives'>,
  db: Kysely<Tables>,
): Promise<{ readonly keyId: string; readonly signer: Signer } | undefined> {
  const key = (await idTokenKeys(db)).at(-1);
  if (!key) return undefined;
  const secret = await sealer.open(sealedPlace(sealedColumns.idTokenKey, ofTheService, key.key_id), key.sealed_key);
  return {
    keyId: key.key_id,
    signer: await withSecret(secret, (opened) => primitives.openSigner(opened, key.public_key)),
  };
}

/**
 * Finds the service's own keys in its database, and those of all other issuers as ever.
 *
 * @throws {RefusedError} OIDC_KEY_UNKNOWN
 */
export const withOwnKeys =
  ({ store, publicUrl }: Pick<Tools, 'store' | 'publicUrl'>, others: FindProviderKey): FindProviderKey =>
  async (issuer, wanted) => {
    if (issuer !== publicUrl) return others(issuer, wanted);
    const found = (await store.read(idTokenKeys)).find(({ key_id }) => key_id === wanted.keyId);
    if (!found || wanted.algorithm !== 'ES256') throw refused('OIDC_KEY_UNKNOWN');
    return importVerifyingKey(fromHex(found.public_key));
  };

/** The path of the service's discovery document as an issuer. @see OpenID Connect Discovery, 4 */
export const discoveryPath = '/.well-known/openid-configuration';
export const idTokenJwksPath = '/.well-known/jwks.json';

/**
 * The discovery document: what a verifier of the service's own tokens needs. It has no authorization endpoint, since nobody logs in here.
 */
export const discoveryDocument = (publicUrl: string): object => ({
  issuer: publicUrl,
  jwks_uri: publicUrl + idTokenJwksPath,
  id_token_signing_alg_values_supported: ['ES256'],
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
});

/** The public keys, as a JWK set. @see RFC 7517, 5; RFC 7518, 6.2 */
export async function idTokenJwks({ store }: Pick<Tools, 'store'>): Promise<object> {
  const keys = await store.read(idTokenKeys);
  return {
    keys: keys.map(({ key_id, public_key }) => {
      const point = decompressPoint(fromHex(public_key));
      const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
      return { kid: key_id, kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', x, y };
    }),
  };
}
