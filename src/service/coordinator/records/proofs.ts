import type { Kysely, Transaction } from 'kysely';
import type { WireAppProof, WireBootProof } from '../../../contract/proofs.records.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Store } from '../../store/store.js';

/** The one scheme there is. @see docs/wire.md 2.15 `list_app_proofs` */
export const appProofScheme = 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256';

/** The App Proofs of an activity, in the order in which they were made; of an organization that is deleted, none. */
export async function proofsOf(
  db: Kysely<Tables>,
  { activity_id, proofs_in }: Pick<Row<'activities'>, 'activity_id' | 'proofs_in'>,
): Promise<readonly WireAppProof[]> {
  if (proofs_in === null) return [];
  const rows = await keptProofs(db)
    .innerJoin('organizations', 'organizations.organization_id', 'app_proofs.organization_id')
    .where('app_proofs.organization_id', '=', proofs_in)
    .where('activity_id', '=', activity_id)
    .orderBy('app_proof_id')
    .execute();
  return rows.map(writeProof);
}

/** The newest App Proof of an address. */
export async function proofOfAddress(
  db: Kysely<Tables>,
  organizationId: string,
  address: string,
): Promise<WireAppProof | undefined> {
  const row = await keptProofs(db)
    .where('organization_id', '=', organizationId)
    .where('address', '=', address)
    .orderBy('app_proof_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && writeProof(row);
}

const keptProofs = (db: Kysely<Tables>) =>
  db
    .selectFrom('app_proofs')
    .innerJoin('boot_proofs', 'boot_proofs.boot_proof_id', 'app_proofs.boot_proof_id')
    .select(['activity_id', 'app_proof_id', 'payload', 'signature', 'ephemeral_key']);

type KeptProof = Pick<Row<'app_proofs'>, 'payload' | 'signature'> & Pick<Row<'boot_proofs'>, 'ephemeral_key'>;

const writeProof = ({ payload, signature, ephemeral_key }: KeptProof): WireAppProof => ({
  scheme: appProofScheme,
  publicKey: ephemeral_key,
  proofPayload: payload,
  signature,
});

/** Whether a Boot Proof is there. */
export async function isBootProofKept(db: Kysely<Tables>, bootProofId: string): Promise<boolean> {
  const kept = db.selectFrom('boot_proofs').select('boot_proof_id').where('boot_proof_id', '=', bootProofId);
  return (await kept.executeTakeFirst()) !== undefined;
}

/** The Boot Proof of an ephemeral key. */
export async function findBootProof(db: Kysely<Tables>, ephemeralKey: string): Promise<WireBootProof | undefined> {
  const row = await db
    .selectFrom('boot_proofs')
    .select('proof')
    .where('ephemeral_key', '=', ephemeralKey)
    .executeTakeFirst();
  return row && JSON.parse(row.proof);
}

/** The newest Boot Proof, whichever process made it. */
export async function newestBootProof(db: Kysely<Tables>): Promise<WireBootProof | undefined> {
  const row = await db
    .selectFrom('boot_proofs')
    .select('proof')
    .orderBy('boot_proof_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && JSON.parse(row.proof);
}

/** What owns keys: accounts of wallets, accounts, private keys. */
type KeysOf = { readonly walletIds: readonly string[] } | { readonly keyIds: readonly string[] };

/** Deletes the App Proofs of keys that are about to be deleted. */
export async function deleteProofsOf(
  transaction: Transaction<Tables>,
  organizationId: string,
  keys: KeysOf,
): Promise<void> {
  const accounts = (walletIds: readonly string[]) =>
    transaction
      .selectFrom('wallet_accounts')
      .select('wallet_account_id')
      .where('organization_id', '=', organizationId)
      .where('wallet_id', 'in', walletIds);
  await transaction
    .deleteFrom('app_proofs')
    .where('organization_id', '=', organizationId)
    .where('key_id', 'in', 'walletIds' in keys ? accounts(keys.walletIds) : keys.keyIds)
    .execute();
}

/** How many of them one sweep deletes. */
const mostBootProofs = 100;
/** A process signs by a key for a day: none of two days ago will be named any more. */
const bootProofKeptMs = 2 * 24 * 60 * 60_000;

/** Deletes Boot Proofs that no App Proof names. */
export async function deleteUnnamedBootProofs({ change }: Pick<Store, 'change'>, nowMs: number): Promise<void> {
  await change((db) => {
    const unnamed = db
      .selectFrom('boot_proofs as old')
      .select('old.boot_proof_id')
      .where('old.created_at_ms', '<', nowMs - bootProofKeptMs)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('app_proofs')
              .select('app_proof_id')
              .whereRef('app_proofs.boot_proof_id', '=', 'old.boot_proof_id'),
          ),
        ),
      )
      .limit(mostBootProofs);
    return db.deleteFrom('boot_proofs').where('boot_proof_id', 'in', unnamed).execute();
  });
}

/** An activity's member of its proofs: without any there is none. */
export const shownProofs = (proofs: readonly WireAppProof[] = []): { readonly appProofs?: WireAppProof[] } =>
  proofs.length > 0 ? { appProofs: [...proofs] } : {};
