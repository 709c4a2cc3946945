import type { BytesColumn, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface ProofsTables {
  app_proofs: AppProofsTable;
  boot_proofs: BootProofsTable;
  attestation_roots: AttestationRootsTable;
}

export const proofsMigrations: Migrations = {
  '0039-proofs':
    ({ sql, types: { text, bigint, bytes, strict } }) =>
    async (db) => {
      await sql`create table app_proofs (
        organization_id ${text} not null,
        app_proof_id ${text} not null,
        activity_id ${text} not null,
        boot_proof_id ${text} not null,
        key_id ${text} not null,
        address ${text} not null,
        payload ${text} not null,
        signature ${text} not null,
        primary key (organization_id, app_proof_id)
      ) ${strict}`.execute(db);
      await sql`create index app_proofs_by_activity on app_proofs (organization_id, activity_id, app_proof_id)`.execute(
        db,
      );
      await sql`create index app_proofs_by_address on app_proofs (organization_id, address, app_proof_id)`.execute(db);
      await sql`create index app_proofs_by_key on app_proofs (organization_id, key_id)`.execute(db);
      await sql`create index app_proofs_by_boot_proof on app_proofs (boot_proof_id)`.execute(db);
      await sql`create table boot_proofs (
        boot_proof_id ${text} not null primary key,
        ephemeral_key ${text} not null,
        proof ${text} not null,
        created_at_ms ${bigint} not null
      ) ${strict}`.execute(db);
      await sql`create unique index boot_proofs_by_key on boot_proofs (ephemeral_key)`.execute(db);
      await sql`create table attestation_roots (
        organization_id ${text} not null,
        root_id ${text} not null,
        certificate ${bytes} not null,
        sealed_key ${bytes} not null,
        created_at_ms ${bigint} not null,
        primary key (organization_id, root_id)
      ) ${strict}`.execute(db);
      await sql`alter table activities add column proofs_in ${text}`.execute(db);
    },
};

export const proofsSealed = {
  attestationRoot: { table: 'attestation_roots', column: 'sealed_key', id: 'root_id', purpose: 'attestation root' },
} as const satisfies Record<string, SealedColumn<keyof ProofsTables>>;

/** What was signed of an address when it was derived. It lives as long as the account or private key. */
interface AppProofsTable {
  /** Whose address it is. */
  organization_id: string;
  app_proof_id: string;
  /** What derived it; of a new organization, an activity of its parent. */
  activity_id: string;
  boot_proof_id: string;
  /** The account, or the private key. */
  key_id: string;
  address: string;
  /** JSON, as it was signed. */
  payload: string;
  /** r‖s, 128 lowercase hex digits. */
  signature: string;
}

/** Of every process that has signed App Proofs, one for each day. They are no organization's. */
interface BootProofsTable {
  boot_proof_id: string;
  /** 260 lowercase hex digits. */
  ephemeral_key: string;
  /** JSON: as the wire has it. */
  proof: string;
  created_at_ms: number;
}

/** One row: the root of this database's attestations. */
interface AttestationRootsTable {
  /** The empty text: it is no organization's. */
  organization_id: string;
  root_id: 'software';
  /** DER. */
  certificate: BytesColumn;
  /** PKCS #8. */
  sealed_key: BytesColumn;
  created_at_ms: number;
}
