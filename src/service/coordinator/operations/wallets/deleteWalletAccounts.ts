import type { Transaction } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { deleteWalletAccounts } from '../../../../contract/wallets.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';

/** Deletes accounts: holders of the wallet's mnemonic, or of an exported key, keep theirs. */
export const deleteWalletAccountsHandler: ActivityHandler<typeof deleteWalletAccounts> = {
  async execute({ parameters }, { transaction, organization: { organization_id } }) {
    const { walletAccountIds, deleteWithoutExport = false } = parameters;
    const accounts = await transaction
      .selectFrom('wallet_accounts')
      .select(['wallet_id', 'key_exported'])
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', 'in', walletAccountIds)
      .execute();
    if (accounts.length < walletAccountIds.length) throw refused('WALLET_ACCOUNT_NOT_FOUND');
    const unseen = accounts.filter(({ key_exported }) => key_exported === 0);
    if (!deleteWithoutExport) await checkExported(transaction, organization_id, unseen);
    await transaction
      .deleteFrom('wallet_accounts')
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', 'in', walletAccountIds)
      .execute();
    return done({ walletAccountIds });
  },
};

/** Whether the words of every wallet of these accounts were exported. @throws {RefusedError} NOT_EXPORTED */
async function checkExported(
  transaction: Transaction<Tables>,
  organizationId: string,
  accounts: readonly Pick<Row<'wallet_accounts'>, 'wallet_id'>[],
): Promise<void> {
  if (accounts.length === 0) return;
  const kept = await transaction
    .selectFrom('wallets')
    .select('wallet_id')
    .where('organization_id', '=', organizationId)
    .where('wallet_id', 'in', [...new Set(accounts.map(({ wallet_id }) => wallet_id))])
    .where('exported', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (kept) throw refused('NOT_EXPORTED');
}
