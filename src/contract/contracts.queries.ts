import * as v from 'valibot';
import { timestamp, uuid } from './fields.js';
import { query } from './row.js';

/** @see docs/wire.md 2.11 */
const smartContractInterface = v.object({
  organizationId: v.string(),
  smartContractInterfaceId: v.string(),
  smartContractAddress: v.string(),
  smartContractInterface: v.string(),
  type: v.string(),
  label: v.string(),
  notes: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export interface SmartContractInterface extends v.InferOutput<typeof smartContractInterface> {}

const getRequest = v.strictObject({ organizationId: uuid, smartContractInterfaceId: uuid });
const getResponse = v.object({
  smartContractInterface: smartContractInterface as v.GenericSchema<unknown, SmartContractInterface>,
});
export interface GetSmartContractInterfaceRequest extends v.InferInput<typeof getRequest> {}
export interface GetSmartContractInterfaceResponse extends v.InferOutput<typeof getResponse> {}

/**
 * A contract interface by id, with its text as uploaded.
 *
 * @throws CONTRACT_INTERFACE_NOT_FOUND
 * @see docs/wire.md 2.15 `get_smart_contract_interface`
 */
export const getSmartContractInterface = query({
  name: 'get_smart_contract_interface',
  request: getRequest as v.GenericSchema<GetSmartContractInterfaceRequest>,
  response: getResponse as v.GenericSchema<GetSmartContractInterfaceResponse>,
  refusals: ['CONTRACT_INTERFACE_NOT_FOUND'],
});

const listRequest = v.strictObject({ organizationId: uuid });
const listResponse = v.object({
  smartContractInterfaces: v.array(smartContractInterface as v.GenericSchema<unknown, SmartContractInterface>),
});
export interface ListSmartContractInterfacesRequest extends v.InferInput<typeof listRequest> {}
export interface ListSmartContractInterfacesResponse extends v.InferOutput<typeof listResponse> {}

/**
 * All contract interfaces of an organization, oldest first.
 *
 * @see Public OpenAPI document, `v1GetSmartContractInterfacesRequest`
 */
export const listSmartContractInterfaces = query({
  name: 'list_smart_contract_interfaces',
  request: listRequest as v.GenericSchema<ListSmartContractInterfacesRequest>,
  response: listResponse as v.GenericSchema<ListSmartContractInterfacesResponse>,
  refusals: [],
});
