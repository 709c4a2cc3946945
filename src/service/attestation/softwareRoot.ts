import type { Kysely } from 'kysely';
import type { Bytes } from '../../crypto/bytes.js';
import type { Random } from '../primitives.js';
import type { Row, Tables } from '../store/schema.js';
import { sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import type { Store } from '../store/store.js';
import type { Sealer } from '../vault/seal.js';
import { withSecret } from '../wipe.js';
import { p384, serialFrom, writeCertificate } from './certificate.js';

/** The root that a database's attestations stand below. It is software, and says so. */
export type SoftwareRoot = {
  /** DER. */
  readonly certificate: Bytes;
  readonly subject: string;
  /** Of P-384; it signs. */
  readonly key: CryptoKey;
};

/** What a root is made and kept with. */
export type RootKeeper = { readonly store: Store; readonly sealer: Sealer; readonly random: Random };

/** The root of this database, made by whoever first needs it. */
export async function softwareRoot(keeper: RootKeeper, nowMs: number): Promise<SoftwareRoot> {
  const { sealed_key, certificate } = (await find(keeper)) ?? (await make(keeper, nowMs));
  const key = await withSecret(await keeper.sealer.open(place, sealed_key), (pkcs8) =>
    crypto.subtle.importKey('pkcs8', pkcs8, p384, false, ['sign']),
  );
  return { certificate, subject, key };
}

const subject = 'latchkey software root';
/** It belongs to no organization, and there is one. */
const id = { organization_id: '', root_id: 'software' } as const;
const place = sealedPlace(sealedColumns.attestationRoot, id.organization_id, id.root_id);

const find = ({ store }: RootKeeper): Promise<Row<'attestation_roots'> | undefined> =>
  store.read((db) => kept(db).executeTakeFirst());

const kept = (db: Kysely<Tables>) =>
  db
    .selectFrom('attestation_roots')
    .selectAll()
    .where('organization_id', '=', id.organization_id)
    .where('root_id', '=', id.root_id);

/** Makes a root and keeps it, unless another process was first: then that one's. */
async function make({ store, sealer, random }: RootKeeper, nowMs: number): Promise<Row<'attestation_roots'>> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(p384, true, ['sign', 'verify']);
  const facts = {
    subject,
    issuer: subject,
    serial: serialFrom(random),
    // It is trusted by its bytes: a clock that was wrong when it was made must not spoil it.
    notBeforeMs: Date.UTC(2020, 0),
    notAfterMs: Date.UTC(Math.max(new Date(nowMs).getUTCFullYear(), 2026) + 20, 11, 31),
    publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)),
    role: 'authority',
  } as const;
  const certificate = await writeCertificate(facts, privateKey);
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  const sealed_key = await withSecret(pkcs8, (secret) => sealer.seal(place, secret));
  return store.transaction(async (transaction) => {
    await transaction
      .insertInto('attestation_roots')
      .values({ ...id, certificate, sealed_key, created_at_ms: nowMs })
      .onConflict((conflict) => conflict.columns(['organization_id', 'root_id']).doNothing())
      .execute();
    return kept(transaction).executeTakeFirstOrThrow();
  });
}
