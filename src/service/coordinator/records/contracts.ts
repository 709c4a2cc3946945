import type { SmartContractInterface } from '../../../contract/contracts.queries.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { Row } from '../../store/schema.js';

/** An interface as the wire has it. */
export const writeInterface = (row: Row<'smart_contract_interfaces'>): SmartContractInterface => ({
  organizationId: row.organization_id,
  smartContractInterfaceId: row.interface_id,
  smartContractAddress: row.address,
  smartContractInterface: row.interface,
  type: row.type,
  label: row.label,
  notes: row.notes,
  createdAt: timestampOf(row.created_at_ms),
  updatedAt: timestampOf(row.updated_at_ms),
});
