import { refused } from '../../../../contract/refusals.js';
import type { getWalletAccount } from '../../../../contract/wallets.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { writeAccount } from './listWalletAccounts.js';

/** The account with the given address or path; without both there is none. */
export const answerGetWalletAccount: AnswerQuery<typeof getWalletAccount> = async (
  { organizationId, walletId, address, path },
  { db },
) => {
  let accounts = db
    .selectFrom('wallet_accounts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('wallet_id', '=', walletId);
  if (address !== undefined) accounts = accounts.where('address', '=', address);
  if (path !== undefined) accounts = accounts.where('path', '=', path);
  const isNamed = address !== undefined || path !== undefined;
  const account = isNamed ? await accounts.orderBy('ordinal').limit(1).executeTakeFirst() : undefined;
  if (!account) throw refused('WALLET_ACCOUNT_NOT_FOUND');
  return { account: writeAccount(account) };
};
