import type { deleteSmartContractInterface } from '../../../../contract/contracts.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';

/** An interface goes; the contract's calls are read no more. */
export const deleteSmartContractInterfaceHandler: ActivityHandler<typeof deleteSmartContractInterface> = {
  async execute({ parameters }, { transaction, organization: { organization_id } }) {
    const { smartContractInterfaceId } = parameters;
    const [deleted] = await transaction
      .deleteFrom('smart_contract_interfaces')
      .where('organization_id', '=', organization_id)
      .where('interface_id', '=', smartContractInterfaceId)
      .returning('interface_id')
      .execute();
    if (!deleted) throw refused('CONTRACT_INTERFACE_NOT_FOUND');
    return done({ smartContractInterfaceId });
  },
};
