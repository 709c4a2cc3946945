import type { Kysely, Transaction } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { Wallet, WalletAccount } from '../../../../contract/shapes.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type {
  createWalletAccounts,
  deleteWalletAccounts,
  updateWalletAccountName,
} from '../../../../contract/wallets.js';
import type { getWalletAccount, listWalletAccounts } from '../../../../contract/wallets.queries.js';
import { derivationCounter } from '../../../limits/derivations.js';
import type { Row, Tables } from '../../../store/schema.js';
import { checkAccount, deriveAccounts } from '../../../vault/account.js';
import type { Organization } from '../../callers/caller.js';
import type { ActivityHandler, AnswerQuery, ParametersOf, QueryContext } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { type ListPage, type PageRequest, readPage } from '../../engine/pagination.js';
import { walletFacts } from '../../policy/context.js';
import { derivedAccount, prepareAccounts, withSeed } from '../../preparedKeys/preparedWallet.js';
import { deleteProofsOf } from '../../records/proofs.js';
import {
  checkAccountNames,
  checkAccounts,
  findWallet,
  keepAccounts,
  type PreparedAccount,
} from '../../records/wallets.js';
import { writeWallet } from './wallets.js';

/** Addresses alone, of accounts that are only shown; or the accounts that are yet to be written. */
type Prepared = { readonly shown: string[] } | { readonly accounts: PreparedAccount[] };

/** Further accounts of a wallet, kept or only shown. */
const createWalletAccountsHandler: ActivityHandler<typeof createWalletAccounts, Prepared> = {
  async prepare({ parameters, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const { accounts, persist = true } = parameters;
    const wallet = await read((db) => walletFor(db, organization, parameters));
    tools.takeDerivations(derivationCounter(organization, caller, clientAddress), accounts.length);
    return withSeed(tools, wallet, async (seed): Promise<Prepared> => {
      if (!persist)
        return { shown: await deriveAccounts(tools.primitives, seed, accounts, async ({ address }) => address) };
      const place = { organizationId: wallet.organization_id, walletId: wallet.wallet_id, nowMs };
      return { accounts: await prepareAccounts(tools, place, seed, accounts) };
    });
  },

  derived: (prepared) => ('accounts' in prepared ? prepared.accounts.map(derivedAccount) : []),

  async contexts({ parameters, organization }, db) {
    const wallet = await findWallet(db, organization.organization_id, parameters.walletId);
    return [wallet ? { wallet: walletFacts(wallet) } : {}];
  },

  async execute({ parameters, prepared }, { transaction, organization }) {
    await walletFor(transaction, organization, parameters);
    if ('shown' in prepared) return done({ addresses: prepared.shown });
    const { accounts } = prepared;
    const derived = accounts.map(derivedAccount);
    return done({ addresses: await keepAccounts(transaction, accounts) }, { rows: accounts, derived });
  },
};

/** The wallet, if it may get the accounts, or show them. */
async function walletFor(
  db: Kysely<Tables>,
  { organization_id }: Organization,
  { walletId, accounts, persist = true }: ParametersOf<typeof createWalletAccounts>,
): Promise<Row<'wallets'>> {
  const wallet = await findWallet(db, organization_id, walletId);
  if (!wallet) throw refused('WALLET_NOT_FOUND');
  if (persist) await checkAccounts(db, wallet, accounts);
  else for (const account of accounts) checkAccount(account);
  return wallet;
}

/** An account's name. */
const updateWalletAccountNameHandler: ActivityHandler<typeof updateWalletAccountName> = {
  async execute({ parameters }, { transaction, nowMs, organization: { organization_id } }) {
    const { walletAccountId, name } = parameters;
    const account = await transaction
      .selectFrom('wallet_accounts')
      .select('name')
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', '=', walletAccountId)
      .executeTakeFirst();
    if (!account) throw refused('WALLET_ACCOUNT_NOT_FOUND');
    if (account.name === name) return done({ walletAccountId });
    await checkAccountNames(transaction, organization_id, [{ name }]);
    await transaction
      .updateTable('wallet_accounts')
      .set({ name, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', '=', walletAccountId)
      .execute();
    return done({ walletAccountId });
  },
};

/** Deletes accounts: holders of the wallet's mnemonic, or of an exported key, keep theirs. */
const deleteWalletAccountsHandler: ActivityHandler<typeof deleteWalletAccounts> = {
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
    await deleteProofsOf(transaction, organization_id, { keyIds: walletAccountIds });
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

/** The account with the given address or path; without both there is none. */
const answerGetWalletAccount: AnswerQuery<typeof getWalletAccount> = async (
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
  // Put in order here: a few at most have one path or address, and by the order SQLite would read all of the wallet.
  const found = isNamed ? await accounts.execute() : [];
  const [account] = found.sort((one, other) => one.ordinal - other.ordinal);
  if (!account) throw refused('WALLET_ACCOUNT_NOT_FOUND');
  return { account: writeAccount(account) };
};

/** In the order they were made. */
const answerListWalletAccounts: AnswerQuery<typeof listWalletAccounts> = async (request, question) => {
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
async function pageByOrdinal({ db }: QueryContext, organizationId: string, page: PageRequest): Promise<ListPage> {
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
function writeAccount(account: Row<'wallet_accounts'>, wallet?: Wallet): WalletAccount {
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

export const walletAccountHandlers = {
  createWalletAccounts: createWalletAccountsHandler,
  updateWalletAccountName: updateWalletAccountNameHandler,
  deleteWalletAccounts: deleteWalletAccountsHandler,
};

export const walletAccountAnswers = {
  getWalletAccount: answerGetWalletAccount,
  listWalletAccounts: answerListWalletAccounts,
};
