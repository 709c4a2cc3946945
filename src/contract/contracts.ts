import * as v from 'valibot';
import { getSmartContractInterface, listSmartContractInterfaces } from './contracts.queries.js';
import { label, text, uuid } from './fields.js';
import { activity } from './row.js';

/** @see docs/wire.md 2.12 */
const interfaceType = v.picklist(['SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM', 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA']);

const createParameters = v.strictObject({
  smartContractAddress: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  smartContractInterface: v.pipe(
    v.string(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(400_000, 'must have at most 400000 characters'),
  ),
  type: interfaceType,
  label,
  notes: v.optional(text),
});
const createResult = v.object({ smartContractInterfaceId: v.string() });
export interface CreateSmartContractInterfaceParameters extends v.InferInput<typeof createParameters> {}
export interface CreateSmartContractInterfaceResult extends v.InferOutput<typeof createResult> {}

/**
 * Uploads the interface of a smart contract (an Ethereum ABI or a Solana IDL), so that policies can read calls of the contract. The service
 * checks it.
 *
 * @remarks An organization has at most 50, one per address, together at most 1 MiB; each has at most 1,000 functions or instructions, and
 * types at most 8 deep.
 * @param smartContractInterface - JSON, at most 400,000 characters.
 * @throws CONTRACT_INTERFACE_INVALID, NAME_TAKEN, LIMIT_REACHED
 * @see docs/wire.md S4.2 `create_smart_contract_interface`
 */
export const createSmartContractInterface = activity({
  name: 'create_smart_contract_interface',
  versions: {
    V1: {
      parameters: createParameters as v.GenericSchema<CreateSmartContractInterfaceParameters>,
      result: createResult as v.GenericSchema<CreateSmartContractInterfaceResult>,
    },
  },
  newest: 'V1',
  resource: 'SMART_CONTRACT_INTERFACE',
  action: 'CREATE',
  right: 'quorum',
  changes: [listSmartContractInterfaces],
  refusals: ['CONTRACT_INTERFACE_INVALID', 'NAME_TAKEN', 'LIMIT_REACHED'],
});

const deleteParameters = v.strictObject({ smartContractInterfaceId: uuid });
const deleteResult = v.object({ smartContractInterfaceId: v.string() });
export interface DeleteSmartContractInterfaceParameters extends v.InferInput<typeof deleteParameters> {}
export interface DeleteSmartContractInterfaceResult extends v.InferOutput<typeof deleteResult> {}

/**
 * Deletes a contract interface. Policies can then no longer read calls of that contract.
 *
 * @throws CONTRACT_INTERFACE_NOT_FOUND
 * @see Public OpenAPI document, `v1DeleteSmartContractInterfaceIntent`
 */
export const deleteSmartContractInterface = activity({
  name: 'delete_smart_contract_interface',
  versions: {
    V1: {
      parameters: deleteParameters as v.GenericSchema<DeleteSmartContractInterfaceParameters>,
      result: deleteResult as v.GenericSchema<DeleteSmartContractInterfaceResult>,
    },
  },
  newest: 'V1',
  resource: 'SMART_CONTRACT_INTERFACE',
  action: 'DELETE',
  right: 'quorum',
  changes: [listSmartContractInterfaces, getSmartContractInterface],
  refusals: ['CONTRACT_INTERFACE_NOT_FOUND'],
});
