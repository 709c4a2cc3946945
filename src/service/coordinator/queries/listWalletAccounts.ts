import { refused } from '../../../contract/refusals.js';
import type { Wallet, WalletAccount } from '../../../contract/shapes.js';
import type { listWalletAccounts } from '../../../contract/wallets.js';
import type { Row } from '../../store/schema.js';
import { limitOf } from '../page.js';
import type { AnswerQuery, Question } from '../question.js';
import { timestampOf } from '../timestamps.js';
import { writeWallet } from './listWallets.js';

/** In the order they were made; the place in the list is time and id, which the `after` and `before` records bear. */
export const answerListWalletAccounts: AnswerQuery<typeof listWalletAccounts> = async (request, question) => {
  const { organizationId, walletId, includeWalletDetails, paginationOptions: page } = request;
  const wallets = await walletsOf(question, organizationId, walletId);
  let list = question.db.selectFrom('wallet_accounts').selectAll().where('organization_id', '=', organizationId);
  if (walletId !== undefined) list = list.where('wallet_id', '=', walletId);
  const after = page?.after ? await placeOf(question, organizationId, page.after) : undefined;
  if (after)
    list = list.where((row) => row(row.refTuple('created_at_ms', 'wallet_account_id'), '>', row.tuple(...after)));
  const before = page?.before ? await placeOf(question, organizationId, page.before) : undefined;
  if (before)
    list = list.where((row) => row(row.refTuple('created_at_ms', 'wallet_account_id'), '<', row.tuple(...before)));
  const wayBack = before !== undefined && after === undefined;
  const order = wayBack ? 'desc' : 'asc';
  const found = await list
    .orderBy('created_at_ms', order)
    .orderBy('wallet_account_id', order)
    .limit(limitOf(page))
    .execute();
  const details = new Map(wallets.map((wallet) => [wallet.wallet_id, writeWallet(wallet)]));
  const inOrder = wayBack ? found.reverse() : found;
  return { accounts: inOrder.map((account) => writeAccount(account, includeWalletDetails ? details : undefined)) };
};

async function walletsOf(
  { db }: Question,
  organizationId: string,
  walletId: string | undefined,
): Promise<Row<'wallets'>[]> {
  const all = db.selectFrom('wallets').selectAll().where('organization_id', '=', organizationId);
  const wallets = await (walletId === undefined ? all : all.where('wallet_id', '=', walletId)).execute();
  if (walletId !== undefined && wallets.length === 0) throw refused('WALLET_NOT_FOUND');
  return wallets;
}

async function placeOf({ db }: Question, organizationId: string, id: string): Promise<[number, string] | undefined> {
  const record = await db
    .selectFrom('wallet_accounts')
    .select(['created_at_ms', 'wallet_account_id'])
    .where('organization_id', '=', organizationId)
    .where('wallet_account_id', '=', id)
    .executeTakeFirst();
  return record && [record.created_at_ms, record.wallet_account_id];
}

function writeAccount(account: Row<'wallet_accounts'>, details: Map<string, Wallet> | undefined): WalletAccount {
  const wallet = details?.get(account.wallet_id);
  return {
    walletAccountId: account.wallet_account_id,
    organizationId: account.organization_id,
    walletId: account.wallet_id,
    curve: account.curve,
    pathFormat: account.path_format,
    path: account.path,
    addressFormat: account.address_format,
    address: account.address,
    createdAt: timestampOf(account.created_at_ms),
    updatedAt: timestampOf(account.updated_at_ms),
    publicKey: account.public_key,
    ...(wallet && { walletDetails: wallet }),
    ...(account.name !== null && { name: account.name }),
  };
}
