import type { getSmartContractInterface } from '../../../../contract/contracts.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { writeInterface } from '../../records/contracts.js';

/** One of them. */
export const answerGetSmartContractInterface: AnswerQuery<typeof getSmartContractInterface> = async (
  { organizationId, smartContractInterfaceId },
  { db },
) => {
  const found = await db
    .selectFrom('smart_contract_interfaces')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('interface_id', '=', smartContractInterfaceId)
    .executeTakeFirst();
  if (!found) throw refused('CONTRACT_INTERFACE_NOT_FOUND');
  return { smartContractInterface: writeInterface(found) };
};
