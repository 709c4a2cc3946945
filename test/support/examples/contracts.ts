import type * as contracts from '../../../src/contract/contracts.js';
import { createSmartContractInterface } from '../../../src/contract/contracts.js';
import type * as queries from '../../../src/contract/contracts.queries.js';
import {
  type ListSmartContractInterfacesResponse,
  listSmartContractInterfaces,
} from '../../../src/contract/contracts.queries.js';
import { absentId } from '../parties.js';
import { ask } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const transfer = {
  type: 'function',
  name: 'transfer',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
};

let addresses = 0;

/** An interface of a new contract. */
const freshInterface = () => {
  addresses += 1;
  return {
    smartContractAddress: `0x${addresses.toString(16).padStart(40, '0')}`,
    smartContractInterface: JSON.stringify([transfer]),
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const,
    label: unique('Interface'),
  };
};

export const contractResources = {
  smartContractInterfaceId: {
    absent: absentId,
    make: async ({ test, root: { key, organizationId }, done }: Maker) => {
      const list = await ask<ListSmartContractInterfacesResponse>(test, key, listSmartContractInterfaces, {
        organizationId,
      });
      // Returns an earlier one that was not deleted, because an organization has fifty at most.
      const last = list.smartContractInterfaces.slice(3).at(-1);
      return (last ?? (await done(createSmartContractInterface, freshInterface()))).smartContractInterfaceId;
    },
  },
};

export const contractExamples: Examples<typeof contracts & typeof queries> = {
  createSmartContractInterface: { request: freshInterface },
  deleteSmartContractInterface: {
    request: async ({ spare }) => ({ smartContractInterfaceId: await spare('smartContractInterfaceId') }),
    ofForeign: 'CONTRACT_INTERFACE_NOT_FOUND',
  },
  getSmartContractInterface: {
    request: ({ smartContractInterfaceId }) => ({ smartContractInterfaceId }),
    ofForeign: 'CONTRACT_INTERFACE_NOT_FOUND',
  },
  listSmartContractInterfaces: { request: () => ({}) },
};
