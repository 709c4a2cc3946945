import type { Kysely } from 'kysely';
import type { Bytes } from '../../crypto/bytes.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import {
  type AgreementKey,
  decompressPoint,
  importAgreementKey,
  publicKeyOf,
  readPublicKey,
  type Signer,
} from '../../crypto/p256.js';
import { createCache } from '../cache.js';
import { perStore } from '../store/perStore.js';
import type { Row, Tables } from '../store/schema.js';
import { sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import type { Tools } from '../tools.js';
import { withSecret } from '../wipe.js';

/** What a key of the service is for. */
export type TrustPurpose = Row<'trust_keys'>['purpose'];
const purposes: readonly TrustPurpose[] = ['signer', 'notarizer', 'tls_fetcher_sign', 'tls_fetcher_encrypt'];

/** Makes the key pairs that the clients of a parent organization pin; its sub-organizations share them. */
export async function makeTrustKeys(tools: Tools, db: Kysely<Tables>, organizationId: string): Promise<void> {
  for (const purpose of purposes) {
    const { publicKey, sealed } = await makeKeyPair(tools, (secret) =>
      tools.sealer.seal(sealedPlace(sealedColumns.trustKey, organizationId, purpose), secret),
    );
    await db
      .insertInto('trust_keys')
      .values({
        organization_id: organizationId,
        purpose,
        public_key: toHex(decompressPoint(fromHex(publicKey))),
        sealed_key: sealed,
      })
      .execute();
  }
}

/**
 * A fresh P-256 pair whose private half is passed to `seal` and then overwritten.
 *
 * @returns `publicKey`: compressed hex.
 */
export async function makeKeyPair<Sealed>(
  { random }: Pick<Tools, 'random'>,
  seal: (privateKey: Bytes) => Promise<Sealed>,
): Promise<{ publicKey: string; sealed: Sealed }> {
  // The curve's order begins with 0xffffffff: with its top bit clear, any 32 random bytes are below it.
  const privateKey = random(32);
  privateKey[0] = (privateKey[0] ?? 0) & 0x7f;
  return withSecret(privateKey, async (secret) => ({
    publicKey: await publicKeyOf(toHex(secret)),
    sealed: await seal(secret),
  }));
}

/** A fresh P-256 pair for someone else to keep. @returns `publicKey` compressed, and `privateKey`, both in hex. */
export async function freshKeyPair(source: Pick<Tools, 'random'>): Promise<{ publicKey: string; privateKey: string }> {
  const { publicKey, sealed } = await makeKeyPair(source, async (secret) => toHex(secret));
  return { publicKey, privateKey: sealed };
}

/** Signs with the key of an organization's parent (or its own, being one). */
export async function trustKey(
  { sealer, primitives }: Tools,
  db: Kysely<Tables>,
  organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
  purpose: TrustPurpose,
): Promise<Signer> {
  const { organization_id: organizationId, public_key, sealed_key } = await trustRow(db, organization, purpose);
  const secret = await sealer.open(sealedPlace(sealedColumns.trustKey, organizationId, purpose), sealed_key);
  const publicKey = toHex(readPublicKey(public_key));
  return withSecret(secret, (opened) => primitives.openSigner(opened, publicKey));
}

/** Lends the private half of a key that others seal to: for opening, and then it is forgotten. */
export async function openingTrustKey<Opened>(
  { sealer }: Tools,
  db: Kysely<Tables>,
  organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
  open: (key: AgreementKey) => Promise<Opened>,
): Promise<Opened> {
  const purpose = 'tls_fetcher_encrypt';
  const { organization_id: organizationId, sealed_key } = await trustRow(db, organization, purpose);
  const secret = await sealer.open(sealedPlace(sealedColumns.trustKey, organizationId, purpose), sealed_key);
  return withSecret(secret, async (opened) => open(await importAgreementKey(opened)));
}

/** The public keys that the clients of a parent organization pin: 65 bytes uncompressed, hex. */
export type PinnedKeys = {
  readonly signerPublicKey: string;
  readonly notarizerPublicKey: string;
  readonly tlsFetcherSignPublicKey: string;
  readonly tlsFetcherEncryptPublicKey: string;
};

/** Those of a parent organization. */
export async function pinnedKeys(db: Kysely<Tables>, organizationId: string): Promise<PinnedKeys> {
  const organization = { organization_id: organizationId, parent_id: null };
  return {
    signerPublicKey: await trustPublicKey(db, organization, 'signer'),
    notarizerPublicKey: await trustPublicKey(db, organization, 'notarizer'),
    tlsFetcherSignPublicKey: await trustPublicKey(db, organization, 'tls_fetcher_sign'),
    tlsFetcherEncryptPublicKey: await trustPublicKey(db, organization, 'tls_fetcher_encrypt'),
  };
}

/** A key pair never changes: its public half is read once. @returns 65 bytes uncompressed, hex. */
export async function trustPublicKey(
  db: Kysely<Tables>,
  organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
  purpose: TrustPurpose,
): Promise<string> {
  const known = publicKeysIn(db);
  const id = `${ownerOf(organization)} ${purpose}`;
  const kept = known.get(id);
  if (kept !== undefined) return kept;
  const { public_key: publicKey } = await trustRow(db, organization, purpose);
  known.set(id, publicKey, publicKey.length);
  return publicKey;
}

/** Those of a thousand parent organizations. */
const publicKeysIn = perStore(() => createCache<string>({ characters: 4 * 1000 * 130 }));

const ownerOf = ({ organization_id, parent_id }: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>): string =>
  parent_id ?? organization_id;

function trustRow(
  db: Kysely<Tables>,
  organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
  purpose: TrustPurpose,
): Promise<Row<'trust_keys'>> {
  return db
    .selectFrom('trust_keys')
    .selectAll()
    .where('organization_id', '=', ownerOf(organization))
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
}
