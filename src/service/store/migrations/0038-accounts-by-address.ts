import { type Migration, sql } from 'kysely';

/** Accounts are found by their address alone, too: the address leads the index, which finds them in an organization as well. */
export function accountsByAddress(): Migration {
  return {
    async up(db) {
      await sql`drop index wallet_accounts_by_address`.execute(db);
      const columns = sql`(address, organization_id, ordinal)`;
      await sql`create index wallet_accounts_by_address on wallet_accounts ${columns}`.execute(db);
    },
  };
}
