import type { BytesColumn, Flag, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface WalletsTables {
  wallets: WalletsTable;
  wallet_accounts: WalletAccountsTable;
}

/** Since the first tables. */
export const walletsMigrations: Migrations = {
  /** Accounts are found by their address alone, too: the address leads the index, which finds them in an organization as well. */
  '0038-accounts-by-address':
    ({ sql }) =>
    async (db) => {
      await sql`drop index wallet_accounts_by_address`.execute(db);
      const columns = sql`(address, organization_id, ordinal)`;
      await sql`create index wallet_accounts_by_address on wallet_accounts ${columns}`.execute(db);
    },
};

export const walletsSealed = {
  walletSeed: { table: 'wallets', column: 'sealed_seed', id: 'wallet_id', purpose: 'wallet seed' },
  accountKey: { table: 'wallet_accounts', column: 'sealed_key', id: 'wallet_account_id', purpose: 'account key' },
} as const satisfies Record<string, SealedColumn<keyof WalletsTables>>;

interface WalletsTable {
  organization_id: string;
  wallet_id: string;
  wallet_name: string;
  sealed_seed: BytesColumn;
  /** Words. */
  mnemonic_length: number;
  exported: Flag;
  imported: Flag;
  /** Its place among the wallets of the organization, in the order in which they were made. */
  ordinal: number;
  created_at_ms: number;
  updated_at_ms: number;
}

interface WalletAccountsTable {
  organization_id: string;
  wallet_account_id: string;
  wallet_id: string;
  curve: string;
  path_format: string;
  path: string;
  address_format: string;
  address: string;
  public_key: string;
  sealed_key: BytesColumn;
  /** Whether this key was exported by itself; exports of the wallet's mnemonic are recorded in the wallet. */
  key_exported: Flag;
  name: string | null;
  /** Its place among the accounts of the organization, in the order in which they were made. */
  ordinal: number;
  created_at_ms: number;
  updated_at_ms: number;
}
