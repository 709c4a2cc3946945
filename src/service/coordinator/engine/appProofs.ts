import type { WireAppProof } from '../../../contract/proofs.records.js';
import { utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import type { EphemeralKey } from '../../attestation/attestor.js';
import { inSlices } from '../../slices.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Row } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { appProofScheme, isBootProofKept } from '../records/proofs.js';
import type { Execution } from './handlers/handler.js';
import type { DerivedAddress, Done } from './handlers/outcome.js';

/** App Proofs that are signed and not yet kept, by {@link nameOf} of their addresses, and the key that signed them. */
export type SignedProofs = { readonly key: EphemeralKey; readonly proofs: ReadonlyMap<string, WireAppProof> };

/**
 * Signs what is said of addresses, before the transaction that keeps them. It attests the process's key of today where there is none yet.
 *
 * @returns `undefined` where there is nothing to sign
 * @see docs/wire.md 2.15 `list_app_proofs`, docs/proofs.md
 */
export async function signProofs(
  { attestor, work }: Pick<Tools, 'attestor' | 'work'>,
  derived: readonly DerivedAddress[],
  nowMs: number,
): Promise<SignedProofs | undefined> {
  if (derived.length === 0) return undefined;
  const key = await attestor.attest();
  const signed = await work.chargeAll(() => inSlices(derived, (address) => prove(key, address, nowMs)));
  return { key, proofs: new Map(derived.map((address, index) => [nameOf(address), signed[index] as WireAppProof])) };
}

/**
 * Keeps the App Proofs of the addresses that an activity has derived, where they are asked for.
 *
 * @throws {ChangedMeanwhile} where they are not signed, or nobody would find the Boot Proof of their key: it is forgotten then
 */
export async function withProofs(outcome: Done, execution: Execution, signed: SignedProofs | undefined): Promise<Done> {
  const { tools, transaction, activityId, generateAppProofs, nowMs } = execution;
  const { derived = [] } = outcome;
  if (!generateAppProofs || derived.length === 0) return outcome;
  if (!signed) throw new ChangedMeanwhile('No App Proofs were signed.');
  const { key } = signed;
  if (!(await isBootProofKept(transaction, key.bootProofId))) {
    tools.attestor.forget(key);
    throw new ChangedMeanwhile('The Boot Proof is gone.');
  }
  const proofs = derived.map((address) => {
    const proof = signed.proofs.get(nameOf(address));
    if (!proof) throw new Error('An address was derived that was not prepared.');
    return proof;
  });
  const rows = derived.map(
    ({ organizationId, keyId, address }, index): Row<'app_proofs'> => ({
      organization_id: organizationId,
      app_proof_id: tools.newTimedId(nowMs),
      activity_id: activityId,
      boot_proof_id: key.bootProofId,
      key_id: keyId,
      address,
      payload: (proofs[index] as WireAppProof).proofPayload,
      signature: (proofs[index] as WireAppProof).signature,
    }),
  );
  await transaction.insertInto('app_proofs').values(rows).execute();
  return { ...outcome, rows: [...(outcome.rows ?? []), ...rows], proofs };
}

/** A private key has several addresses; an address may be there twice. */
const nameOf = ({ keyId, address }: DerivedAddress): string => `${keyId} ${address}`;

/** Its time is never before its key was attested, even where a clock was set back. */
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
