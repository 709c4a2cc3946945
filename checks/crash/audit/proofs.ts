import type { Entry } from '../../../test/support/live/ledger.js';
import type { Contents } from './contents.js';
import { key } from './keys.js';

/** App Proofs without what they name, and accounts that lack the proof that was asked for: a sentence for each. */
export function proofFaults(contents: Contents): string[] {
  const { activities, app_proofs, boot_proofs, wallet_accounts, private_keys } = contents;
  const keys = new Set([
    ...wallet_accounts.map((row) => key(row.organization_id, row.wallet_account_id)),
    ...private_keys.map((row) => key(row.organization_id, row.private_key_id)),
  ]);
  const attested = new Set(boot_proofs.map((row) => row.boot_proof_id));
  const asked = new Set(
    activities.flatMap((row) => (row.proofs_in === null ? [] : [key(row.proofs_in, row.activity_id)])),
  );
  return app_proofs.flatMap((row) => {
    const proof = key(row.organization_id, row.app_proof_id);
    return [
      ...(keys.has(key(row.organization_id, row.key_id)) ? [] : [`a proof of a key that is not there: ${proof}`]),
      ...(attested.has(row.boot_proof_id) ? [] : [`a proof without its Boot Proof: ${proof}`]),
      ...(asked.has(key(row.organization_id, row.activity_id)) ? [] : [`a proof that nobody asked for: ${proof}`]),
    ];
  });
}

/** Proofs that were answered and are not kept, of addresses that are still there: a sentence for each. */
export function answeredProofFaults(
  acknowledged: readonly Entry[],
  { app_proofs, wallet_accounts, private_key_addresses }: Contents,
): string[] {
  const kept = new Set(app_proofs.map(({ payload, signature }) => key(payload, signature)));
  const there = new Set(
    [...wallet_accounts, ...private_key_addresses].map((row) => key(row.organization_id, row.address)),
  );
  return acknowledged
    .filter(({ answer: { status, text } }) => status === 200 && text.includes('"appProofs"'))
    .flatMap(({ answer }) => proofsIn(JSON.parse(answer.text)))
    .filter(({ proofPayload, signature }) => {
      const { organizationId, address } = JSON.parse(proofPayload).addressDerivationProof;
      return there.has(key(organizationId, address)) && !kept.has(key(proofPayload, signature));
    })
    .map(({ proofPayload }) => `a proof that was answered is not kept: ${proofPayload}`);
}

type Proof = { readonly proofPayload: string; readonly signature: string };

/** Of an activity, or of a sign-up. */
const proofsIn = ({ activity, appProofs }: { activity?: { appProofs?: Proof[] }; appProofs?: Proof[] }): Proof[] =>
  activity?.appProofs ?? appProofs ?? [];
