import type { ProofReport } from '../../crypto/proofs/verifyAppProof.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { AddressProof, ProofToVerify, ToldAccount } from '../proofs/addressProof.js';
import type { CallOptions } from '../signer.js';

/**
 * Looks on this device into the proof of an address: that an enclave derived it, at this path, for the organization of the session. Roots
 * and the expected enclave are those of `trust` in the settings, never what the service sends.
 *
 * @param account - an account of `list_wallet_accounts`, or its address alone, for which the accounts are listed. The address of a private
 * key is in none of them, and has no path: `{ address, path: null }`.
 * @returns a state. A proof that fails is one, too: what the account does is not its matter.
 * @throws {SettingsError} `trust.attestationRoot` or `trust.enclave` is malformed
 * @throws as {@link call} does
 * @see docs/proofs.md
 * @example
 * const proof = await addressProof(client, account)
 * if (proof.state === 'failed') console.warn(proof.error.code)
 */
export async function addressProof(
  client: Client,
  account: string | ToldAccount,
  options: CallOptions = {},
): Promise<AddressProof> {
  const { lookIntoProof } = await loadPart(import('../proofs/addressProof.js'));
  return lookIntoProof(client, account, options);
}

/**
 * Verifies an App Proof on this device: fetches the Boot Proof of its key, and compares all that they say with the claim, with the roots
 * and the enclave of `trust` in the settings.
 *
 * @throws {ProofError} of the step that failed
 * @throws {RefusedError} BOOT_PROOF_NOT_FOUND
 * @throws {SettingsError} `trust.attestationRoot` or `trust.enclave` is malformed
 * @see docs/proofs.md
 */
export async function verifyAddress(
  client: Client,
  proof: ProofToVerify,
  options: CallOptions = {},
): Promise<ProofReport> {
  const { verifyAppProofOf } = await loadPart(import('../proofs/addressProof.js'));
  return verifyAppProofOf(client, proof, options);
}
