import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface ContractsTables {
  smart_contract_interfaces: SmartContractInterfacesTable;
}

export const contractsMigrations: Migrations = {};

interface SmartContractInterfacesTable {
  organization_id: string;
  interface_id: string;
  /** Of Ethereum in lower case. */
  address: string;
  /** JSON as it was given. */
  interface: string;
  type: string;
  label: string;
  notes: string;
  created_at_ms: number;
  updated_at_ms: number;
}
