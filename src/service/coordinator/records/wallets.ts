import type { Kysely, Transaction } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { WalletAccountParams, WalletParams } from '../../../contract/shapes.js';
import { checksumAddress } from '../../../crypto/ethereum.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../store/sealedColumns.js';
import { checkAccount } from '../../vault/account.js';

/** A wallet to be stored, with its secrets sealed. Accounts are in the order of the request. */
export type PreparedWallet = {
  readonly wallet: PreparedRow<'wallets'>;
  readonly accounts: readonly PreparedAccount[];
};

export type PreparedAccount = PreparedRow<'wallet_accounts'>;

/** It gets its ordinal where it is written. */
type PreparedRow<Table extends Ordered> = Omit<Row<Table>, 'ordinal'>;

/** Tables whose rows are listed in the order in which their organization made them, whatever the clocks of processes say. */
type Ordered = 'wallets' | 'wallet_accounts';

/**
 * Whether a wallet may be created: checked before the costly preparation, and again before the write.
 *
 * @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN and those of {@link checkAccounts}
 */
export async function checkWallet(
  db: Kysely<Tables>,
  organizationId: string,
  { walletName, accounts }: WalletParams,
): Promise<void> {
  await checkRoom(db, organizationId);
  await checkWalletName(db, organizationId, walletName);
  checkNewWallet({ accounts });
  await checkAccountNames(db, organizationId, accounts);
}

/** @throws {RefusedError} NAME_TAKEN */
export async function checkWalletName(db: Kysely<Tables>, organizationId: string, walletName: string): Promise<void> {
  const taken = await db
    .selectFrom('wallets')
    .select('wallet_id')
    .where('organization_id', '=', organizationId)
    .where('wallet_name', '=', walletName)
    .executeTakeFirst();
  if (taken) throw refused('NAME_TAKEN', { about: 'wallet name' });
}

/** Writes a wallet down. @returns the addresses in the order of the accounts. */
export async function keepWallet(
  transaction: Transaction<Tables>,
  { wallet, accounts }: PreparedWallet,
): Promise<{ walletId: string; addresses: string[] }> {
  await transaction
    .insertInto('wallets')
    .values({ ...wallet, ordinal: nextOrdinal(transaction, 'wallets', wallet) })
    .execute();
  return { walletId: wallet.wallet_id, addresses: await keepAccounts(transaction, accounts) };
}

/** list_wallets answers them all, which it only can where they are few. */
async function checkRoom(db: Kysely<Tables>, organizationId: string): Promise<void> {
  const last = await db
    .selectFrom('wallets')
    .select('wallet_id')
    .where('organization_id', '=', organizationId)
    .orderBy('wallet_id')
    .offset(limits.wallets.most - 1)
    .limit(1)
    .executeTakeFirst();
  if (last) throw refused('LIMIT_REACHED', { about: `${limits.wallets.most} wallets` });
}

/**
 * Whether a wallet may get these accounts.
 *
 * @throws {RefusedError} ACCOUNT_EXISTS, NAME_TAKEN, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH
 */
export async function checkAccounts(
  db: Kysely<Tables>,
  { organization_id, wallet_id }: Pick<Row<'wallets'>, 'organization_id' | 'wallet_id'>,
  accounts: readonly WalletAccountParams[],
): Promise<void> {
  checkNewWallet({ accounts });
  const there = await db
    .selectFrom('wallet_accounts')
    .select(['curve', 'address_format as addressFormat', 'path'])
    .where('organization_id', '=', organization_id)
    .where('wallet_id', '=', wallet_id)
    .where(
      'path',
      'in',
      accounts.map(({ path }) => path),
    )
    .execute();
  const places = new Set(accounts.map(placeOf));
  if (there.some((account) => places.has(placeOf(account)))) throw refused('ACCOUNT_EXISTS');
  await checkAccountNames(db, organization_id, accounts);
}

/** The checks of a wallet, or of further accounts, that need no query. @throws {RefusedError} as {@link checkAccounts} does */
export function checkNewWallet({ accounts }: { readonly accounts: readonly WalletAccountParams[] }): void {
  for (const account of accounts) checkAccount(account);
  if (new Set(accounts.map(placeOf)).size < accounts.length) throw refused('ACCOUNT_EXISTS');
  const names = accounts.flatMap(({ name }) => name ?? []);
  if (new Set(names).size < names.length) throw refused('NAME_TAKEN', { about: 'account name' });
}

/** What no two accounts of a wallet have in common. */
const placeOf = ({ curve, addressFormat, path }: { curve: string; addressFormat: string; path: string }): string =>
  `${curve} ${addressFormat} ${path}`;

/** An account's name is unique in its organization. @throws {RefusedError} NAME_TAKEN */
export async function checkAccountNames(
  db: Kysely<Tables>,
  organizationId: string,
  accounts: readonly Pick<WalletAccountParams, 'name'>[],
): Promise<void> {
  const names = accounts.flatMap(({ name }) => name ?? []);
  if (names.length === 0) return;
  const taken = await db
    .selectFrom('wallet_accounts')
    .select('wallet_account_id')
    .where('organization_id', '=', organizationId)
    .where('name', 'in', names)
    .limit(1)
    .executeTakeFirst();
  if (taken) throw refused('NAME_TAKEN', { about: 'account name' });
}

/** Writes accounts down. @returns their addresses. */
export async function keepAccounts(
  transaction: Transaction<Tables>,
  accounts: readonly PreparedAccount[],
): Promise<string[]> {
  const rows = accounts.map((account, index) => ({
    ...account,
    ordinal: nextOrdinal(transaction, 'wallet_accounts', account, index),
  }));
  if (accounts.length > 0) await transaction.insertInto('wallet_accounts').values(rows).execute();
  return accounts.map(({ address }) => address);
}

/** The ordinal behind those that the organization has before the statement. @param index - among the rows that the statement writes. */
const nextOrdinal = (
  transaction: Transaction<Tables>,
  table: Ordered,
  { organization_id }: Pick<Row<Ordered>, 'organization_id'>,
  index = 0,
) =>
  transaction
    .selectFrom(table)
    .select((columns) => {
      const { fn, lit } = columns;
      return columns(fn.coalesce(fn.max('ordinal'), lit(0)), '+', index + 1).as('next');
    })
    .where('organization_id', '=', organization_id);

/** A wallet of an organization, or `undefined`. */
export function findWallet(
  db: Kysely<Tables>,
  organizationId: string,
  walletId: string,
): Promise<Row<'wallets'> | undefined> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('wallet_id', '=', walletId)
    .executeTakeFirst();
}

/** Where a wallet's words are sealed to. */
export const seedContext = (organizationId: string, walletId: string) =>
  sealedPlace(sealedColumns.walletSeed, organizationId, walletId);

/** Where an account's private key is sealed to. */
export const accountContext = (organizationId: string, walletAccountId: string) =>
  sealedPlace(sealedColumns.accountKey, organizationId, walletAccountId);

/**
 * An address as it is stored: Ethereum's with its checksum, in whatever case its hex is written; any other as it is.
 *
 * @see ERC-55
 */
export async function storedAddress(address: string): Promise<string> {
  return /^0x[\da-fA-F]{40}$/.test(address) ? checksumAddress(address) : address;
}
