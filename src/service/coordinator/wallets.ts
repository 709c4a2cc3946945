import type { Kysely } from 'kysely';
import { refused } from '../../contract/refusals.js';
import type { WalletAccountParams, WalletParams } from '../../contract/shapes.js';
import { fromUtf8, utf8 } from '../../crypto/bytes.js';
import type { Row, Tables } from '../store/schema.js';
import { newTimedId, type Tools } from '../tools.js';
import { checkAccount, deriveAccount } from '../vault/account.js';
import { createMnemonic, mnemonicSeed } from '../vault/mnemonic.js';
import { withSecret } from '../vault/wipe.js';

/** Wallets that an organization may hold. @see Wire facts 9 */
const mostWallets = 100;

/** Where a wallet is kept, and when. */
export type WalletPlace = { readonly organizationId: string; readonly nowMs: number };

/**
 * Makes a wallet with fresh words and derives its accounts.
 *
 * @returns the addresses in the order of the accounts.
 * @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN and those of {@link addAccounts}
 */
export async function makeWallet(
  tools: Tools,
  db: Kysely<Tables>,
  { organizationId, nowMs }: WalletPlace,
  { walletName, accounts, mnemonicLength = 12 }: WalletParams,
): Promise<{ walletId: string; addresses: string[] }> {
  await checkRoom(db, organizationId);
  const taken = await db
    .selectFrom('wallets')
    .select('wallet_id')
    .where('organization_id', '=', organizationId)
    .where('wallet_name', '=', walletName)
    .executeTakeFirst();
  if (taken) throw refused('NAME_TAKEN', { about: 'wallet name' });
  const walletId = newTimedId(tools.random, nowMs);
  const mnemonic = await createMnemonic(mnemonicLength, tools.random);
  await db
    .insertInto('wallets')
    .values({
      organization_id: organizationId,
      wallet_id: walletId,
      wallet_name: walletName,
      sealed_seed: await tools.sealer.seal(seedContext(organizationId, walletId), utf8(mnemonic)),
      mnemonic_length: mnemonicLength,
      exported: 0,
      imported: 0,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .execute();
  const addresses = await withSecret(await mnemonicSeed(mnemonic), (seed) =>
    addAccounts(tools, db, { organizationId, walletId, seed, nowMs }, accounts),
  );
  return { walletId, addresses };
}

/** list_wallets answers them all, which it only can where they are few. */
async function checkRoom(db: Kysely<Tables>, organizationId: string): Promise<void> {
  const last = await db
    .selectFrom('wallets')
    .select('wallet_id')
    .where('organization_id', '=', organizationId)
    .orderBy('wallet_id')
    .offset(mostWallets - 1)
    .limit(1)
    .executeTakeFirst();
  if (last) throw refused('LIMIT_REACHED', { about: `${mostWallets} wallets` });
}

/** Lends the seed of a wallet. */
export async function withSeed<Result>(
  { sealer }: Tools,
  { organization_id, wallet_id, sealed_seed }: Row<'wallets'>,
  use: (seed: Uint8Array<ArrayBuffer>) => Promise<Result>,
): Promise<Result> {
  const words = await sealer.open(seedContext(organization_id, wallet_id), sealed_seed);
  return withSecret(await withSecret(words, (mnemonic) => mnemonicSeed(fromUtf8(mnemonic))), use);
}

/**
 * Derives accounts and seals each one's private key, so that signing derives nothing.
 *
 * @throws {RefusedError} ACCOUNT_EXISTS, NAME_TAKEN, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH
 */
export async function addAccounts(
  tools: Tools,
  db: Kysely<Tables>,
  { organizationId, walletId, seed, nowMs }: WalletPlace & { walletId: string; seed: Uint8Array<ArrayBuffer> },
  accounts: readonly WalletAccountParams[],
): Promise<string[]> {
  await checkAccounts(db, organizationId, walletId, accounts);
  const addresses: string[] = [];
  // Lists go by id: in ascending ids the accounts of one moment are listed as they were asked for.
  const ids = accounts.map(() => newTimedId(tools.random, nowMs)).sort();
  for (const [index, account] of accounts.entries()) {
    const { address, publicKey, secretKey } = await deriveAccount(tools.primitives, seed, account);
    const walletAccountId = ids[index] as string;
    const sealed = await withSecret(secretKey, (secret) =>
      tools.sealer.seal(accountContext(organizationId, walletAccountId), secret),
    );
    await db
      .insertInto('wallet_accounts')
      .values({
        organization_id: organizationId,
        wallet_account_id: walletAccountId,
        wallet_id: walletId,
        curve: account.curve,
        path_format: account.pathFormat,
        path: account.path,
        address_format: account.addressFormat,
        address,
        public_key: publicKey,
        sealed_key: sealed,
        name: account.name ?? null,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    addresses.push(address);
  }
  return addresses;
}

/** All of them before a key is derived, since that is the work: nobody who is refused has made the service do it. */
async function checkAccounts(
  db: Kysely<Tables>,
  organizationId: string,
  walletId: string,
  accounts: readonly WalletAccountParams[],
): Promise<void> {
  for (const account of accounts) {
    checkAccount(account);
    await checkFree(db, organizationId, walletId, account);
  }
  const places = accounts.map(({ curve, path, addressFormat }) => `${curve} ${addressFormat} ${path}`);
  if (new Set(places).size < places.length) throw refused('ACCOUNT_EXISTS');
  const names = accounts.flatMap(({ name }) => name ?? []);
  if (new Set(names).size < names.length) throw refused('NAME_TAKEN', { about: 'account name' });
}

async function checkFree(
  db: Kysely<Tables>,
  organizationId: string,
  walletId: string,
  { path, curve, addressFormat, name }: WalletAccountParams,
): Promise<void> {
  const accounts = db
    .selectFrom('wallet_accounts')
    .select('wallet_account_id')
    .where('organization_id', '=', organizationId);
  const atPath = await accounts
    .where('wallet_id', '=', walletId)
    .where('path', '=', path)
    .where('curve', '=', curve)
    .where('address_format', '=', addressFormat)
    .executeTakeFirst();
  if (atPath) throw refused('ACCOUNT_EXISTS');
  if (name !== undefined && (await accounts.where('name', '=', name).executeTakeFirst())) {
    throw refused('NAME_TAKEN', { about: 'account name' });
  }
}

const seedContext = (organizationId: string, walletId: string) => ({
  organizationId,
  purpose: 'wallet seed',
  id: walletId,
});

/** Where an account's private key is sealed to. */
export const accountContext = (organizationId: string, walletAccountId: string) => ({
  organizationId,
  purpose: 'account key',
  id: walletAccountId,
});
