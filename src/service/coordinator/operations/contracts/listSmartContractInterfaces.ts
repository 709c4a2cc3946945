import type { listSmartContractInterfaces } from '../../../../contract/contracts.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { writeInterface } from '../../records/contracts.js';

/** Oldest first: ids are in the order of time. */
export const answerListSmartContractInterfaces: AnswerQuery<typeof listSmartContractInterfaces> = async (
  { organizationId },
  { db },
) => {
  const found = await db
    .selectFrom('smart_contract_interfaces')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('interface_id')
    .execute();
  return { smartContractInterfaces: found.map(writeInterface) };
};
