import * as v from 'valibot';
import { uuid } from './fields.js';
import { appProof, appProofs, bootProof, type WireAppProof, type WireBootProof } from './proofs.records.js';
import { query } from './row.js';

const text = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest));

const listAppProofsRequest = v.strictObject({ organizationId: uuid, activityId: uuid });
const listAppProofsResponse = v.object({ appProofs });
export interface ListAppProofsRequest extends v.InferInput<typeof listAppProofsRequest> {}
export interface ListAppProofsResponse extends v.InferOutput<typeof listAppProofsResponse> {}

/**
 * The App Proofs that an activity made, in the order of its addresses: of those whose accounts and private keys are still there. None where
 * `generateAppProofs` was not asked for, or no address was derived.
 *
 * @throws ACTIVITY_NOT_FOUND
 * @see docs/wire.md 2.15 `list_app_proofs`, docs/proofs.md
 */
export const listAppProofs = query({
  name: 'list_app_proofs',
  request: listAppProofsRequest as v.GenericSchema<ListAppProofsRequest>,
  response: listAppProofsResponse as v.GenericSchema<ListAppProofsResponse>,
  refusals: ['ACTIVITY_NOT_FOUND'],
});

const getAddressProofRequest = v.strictObject({ organizationId: uuid, address: text(255) });
const getAddressProofResponse = v.object({ appProof: v.optional(appProof as v.GenericSchema<unknown, WireAppProof>) });
export interface GetAddressProofRequest extends v.InferInput<typeof getAddressProofRequest> {}
export interface GetAddressProofResponse extends v.InferOutput<typeof getAddressProofResponse> {}

/**
 * The newest App Proof of an address of the organization, in a query of our own; none where the address has none. An Ethereum address is
 * found in whatever case its hex is written.
 *
 * @see docs/proofs.md
 */
export const getAddressProof = query({
  name: 'get_address_proof',
  request: getAddressProofRequest as v.GenericSchema<GetAddressProofRequest>,
  response: getAddressProofResponse as v.GenericSchema<GetAddressProofResponse>,
  refusals: [],
});

const getBootProofRequest = v.strictObject({ organizationId: uuid, ephemeralKey: text(260) });
const getBootProofResponse = v.object({ bootProof: bootProof as v.GenericSchema<unknown, WireBootProof> });
export interface GetBootProofRequest extends v.InferInput<typeof getBootProofRequest> {}
export interface GetBootProofResponse extends v.InferOutput<typeof getBootProofResponse> {}

/**
 * The Boot Proof of an ephemeral key.
 *
 * @param ephemeralKey - `publicKey` of an App Proof: 260 lowercase hex digits.
 * @throws BOOT_PROOF_NOT_FOUND
 * @see docs/wire.md 2.15 `get_boot_proof`, docs/proofs.md
 */
export const getBootProof = query({
  name: 'get_boot_proof',
  request: getBootProofRequest as v.GenericSchema<GetBootProofRequest>,
  response: getBootProofResponse as v.GenericSchema<GetBootProofResponse>,
  refusals: ['BOOT_PROOF_NOT_FOUND'],
});

const getLatestBootProofRequest = v.strictObject({ organizationId: uuid, appName: text(255) });
export interface GetLatestBootProofRequest extends v.InferInput<typeof getLatestBootProofRequest> {}
export interface GetLatestBootProofResponse extends v.InferOutput<typeof getBootProofResponse> {}

/**
 * The Boot Proof of the newest ephemeral key.
 *
 * @param appName - `latchkey`: this service has no other app.
 * @throws BOOT_PROOF_NOT_FOUND
 * @see docs/wire.md 2.15 `get_latest_boot_proof`, docs/proofs.md
 */
export const getLatestBootProof = query({
  name: 'get_latest_boot_proof',
  request: getLatestBootProofRequest as v.GenericSchema<GetLatestBootProofRequest>,
  response: getBootProofResponse as v.GenericSchema<GetLatestBootProofResponse>,
  refusals: ['BOOT_PROOF_NOT_FOUND'],
});
