import type { createWallet } from '../../../../contract/wallets.js';
import { derivationCounter } from '../../engine/derivationLimit.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { prepareWallet } from '../../preparedKeys/preparedWallet.js';
import { checkWallet, keepWallet, type PreparedWallet } from '../../records/wallets.js';

/** A wallet with fresh words and its accounts. */
export const createWalletHandler: ActivityHandler<typeof createWallet, PreparedWallet> = {
  async prepare({ parameters, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const organizationId = organization.organization_id;
    await read((db) => checkWallet(db, organizationId, parameters));
    tools.takeDerivations(derivationCounter(organization, caller, clientAddress), parameters.accounts.length);
    return prepareWallet(tools, { organizationId, nowMs }, parameters);
  },

  async execute({ parameters, prepared }, { transaction, organization }) {
    await checkWallet(transaction, organization.organization_id, parameters);
    return done(await keepWallet(transaction, prepared), { rows: prepared.accounts });
  },
};
