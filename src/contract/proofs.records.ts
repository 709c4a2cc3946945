import * as v from 'valibot';
import { timestamp } from './fields.js';

/**
 * What an enclave says of an address, signed by its ephemeral key; without an enclave, what the service says below its software root.
 * `latchkey/proofs` verifies it.
 *
 * `scheme` is `SIGNATURE_SCHEME_EPHEMERAL_KEY_P256`; `publicKey` 260 lowercase hex digits, two points of P-256, of which the second one
 * signs; `proofPayload` JSON; `signature` 128 hex digits, r‖s over the SHA-256 of the payload's UTF-8.
 *
 * @see docs/wire.md 2.15 `list_app_proofs`, docs/proofs.md
 */
export const appProof = v.object({
  scheme: v.string(),
  publicKey: v.string(),
  proofPayload: v.string(),
  signature: v.string(),
});
export interface WireAppProof extends v.InferOutput<typeof appProof> {}

/** Named, so that an editor shows the name. */
export const appProofs = v.array(appProof as v.GenericSchema<unknown, WireAppProof>);

/**
 * Which enclave an ephemeral key belongs to: an attestation document and a manifest, base64. What nobody signed (the envelope, the label, the
 * names, the time) says nothing.
 *
 * @see docs/wire.md 2.15 `get_boot_proof`
 */
export const bootProof = v.object({
  ephemeralPublicKeyHex: v.string(),
  awsAttestationDocB64: v.string(),
  qosManifestB64: v.string(),
  qosManifestEnvelopeB64: v.string(),
  deploymentLabel: v.string(),
  enclaveApp: v.string(),
  owner: v.string(),
  createdAt: timestamp,
  qosManifestVersion: v.optional(v.string()),
});
export interface WireBootProof extends v.InferOutput<typeof bootProof> {}
