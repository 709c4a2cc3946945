import type { WireAppProof } from '../../../contract/proofs.records.js';
import { utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import type { EphemeralKey } from '../../attestation/attestor.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Row } from '../../store/schema.js';
import { appProofScheme } from '../records/proofs.js';
import type { Execution } from './handler.js';
import type { DerivedAddress, Done } from './outcome.js';

/**
 * Makes the App Proofs of the addresses that an activity has derived, and keeps them, where they are asked for.
 *
 * @throws {ChangedMeanwhile} where no key is attested: whoever prepares sees to it
 * @see docs/wire.md 2.15 `list_app_proofs`, docs/proofs.md
 */
export async function withProofs(outcome: Done, execution: Execution): Promise<Done> {
  const { tools, transaction, activityId, generateAppProofs, nowMs } = execution;
  const { derived = [] } = outcome;
  if (!generateAppProofs || derived.length === 0) return outcome;
  const key = tools.attestor.current();
  if (!key) throw new ChangedMeanwhile('No key was attested for App Proofs.');
  const made: { row: Row<'app_proofs'>; proof: WireAppProof }[] = [];
  for (const address of derived) {
    const proof = await prove(key, address, nowMs);
    made.push({
      row: {
        organization_id: address.organizationId,
        app_proof_id: tools.newTimedId(nowMs),
        activity_id: activityId,
        boot_proof_id: key.bootProofId,
        key_id: address.keyId,
        address: address.address,
        payload: proof.proofPayload,
        signature: proof.signature,
      },
      proof,
    });
  }
  const rows = made.map(({ row }) => row);
  await transaction.insertInto('app_proofs').values(rows).execute();
  return { ...outcome, rows: [...(outcome.rows ?? []), ...rows], proofs: made.map(({ proof }) => proof) };
}

/** Signs what is said of an address. Its time is never before its key was attested, even where a clock was set back. */
async function prove(
  key: EphemeralKey,
  { organizationId, walletId, path: derivationPath, address }: DerivedAddress,
  nowMs: number,
): Promise<WireAppProof> {
  const proofPayload = JSON.stringify({
    type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
    timestampMs: String(Math.max(nowMs, key.attestedAtMs)),
    addressDerivationProof: { organizationId, walletId, derivationPath, address },
  });
  const signature = toHex(await key.sign(utf8(proofPayload)));
  return { scheme: appProofScheme, publicKey: key.publicKey, proofPayload, signature };
}

/** The organization whose addresses an activity has proved: all are of one. */
export const proofsIn = ({ derived: [address] = [] }: Done): string | null => address?.organizationId ?? null;

/** An activity's member of its proofs: without any there is none. */
export const shownProofs = (outcome: object): { readonly appProofs?: WireAppProof[] } => {
  const { proofs = [] } = outcome as Pick<Done, 'proofs'>;
  return proofs.length > 0 ? { appProofs: [...proofs] } : {};
};
