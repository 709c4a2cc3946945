import { refused } from '../../../../contract/refusals.js';
import type { Wallet, WalletAccount } from '../../../../contract/shapes.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type { listWalletAccounts } from '../../../../contract/wallets.queries.js';
import type { Row } from '../../../store/schema.js';
import type { AnswerQuery, QueryContext } from '../../engine/handler.js';
import { type Page, type PageRequest, readPage } from '../../engine/pagination.js';
import { writeWallet } from './listWallets.js';

/** In the order they were made. */
export const answerListWalletAccounts: AnswerQuery<typeof listWalletAccounts> = async (request, question) => {
  const { organizationId, walletId, includeWalletDetails } = request;
  if (walletId !== undefined) await checkWallet(question, organizationId, walletId);
  let list = question.db.selectFrom('wallet_accounts').selectAll().where('organization_id', '=', organizationId);
  if (walletId !== undefined) list = list.where('wallet_id', '=', walletId);
  const page = await pageByOrdinal(question, organizationId, request.paginationOptions);
  const found = await readPage(list, { by: 'ordinal', from: 'least' }, page);
  const details = includeWalletDetails ? await walletsOf(question, organizationId, found) : undefined;
  return { accounts: found.map((account) => writeAccount(account, details?.get(account.wallet_id))) };
};

/** A page whose cursors are ordinals, if it has any. */
async function pageByOrdinal({ db }: QueryContext, organizationId: string, page: PageRequest): Promise<Page> {
  const { limit, after, before } = page ?? {};
  return {
    limit,
    after: after && ((await ordinalBeside('<=', after)) ?? 0),
    before: before && ((await ordinalBeside('>=', before)) ?? beyondAll),
  };

  /** That of the account itself. One that is not there stands between those whose ids are the next. */
  async function ordinalBeside(comparison: '<=' | '>=', id: string): Promise<number | undefined> {
    const account = await db
      .selectFrom('wallet_accounts')
      .select('ordinal')
      .where('organization_id', '=', organizationId)
      .where('wallet_account_id', comparison, id)
      .orderBy('wallet_account_id', comparison === '<=' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return account?.ordinal;
  }
}

/** The greatest integer of PostgreSQL's column. */
const beyondAll = 2 ** 31 - 1;

/** @throws {RefusedError} WALLET_NOT_FOUND */
async function checkWallet({ db }: QueryContext, organizationId: string, walletId: string): Promise<void> {
  const wallet = await db
    .selectFrom('wallets')
    .select('wallet_id')
    .where('organization_id', '=', organizationId)
    .where('wallet_id', '=', walletId)
    .executeTakeFirst();
  if (!wallet) throw refused('WALLET_NOT_FOUND');
}

/** The wallets of these accounts, by id. */
async function walletsOf(
  { db }: QueryContext,
  organizationId: string,
  accounts: readonly Row<'wallet_accounts'>[],
): Promise<Map<string, Wallet>> {
  const ids = [...new Set(accounts.map(({ wallet_id }) => wallet_id))];
  if (ids.length === 0) return new Map();
  const wallets = await db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('wallet_id', 'in', ids)
    .execute();
  return new Map(wallets.map((wallet) => [wallet.wallet_id, writeWallet(wallet)]));
}

/** An account as the wire has it. */
export function writeAccount(account: Row<'wallet_accounts'>, wallet?: Wallet): WalletAccount {
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
