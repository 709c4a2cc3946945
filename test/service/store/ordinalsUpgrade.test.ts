import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import { emptyStores } from '../../support/stores.js';
import { migrateUntil } from './olderDatabase.js';

test.each(emptyStores)(
  'an upgrade keeps the order in which wallets and accounts were listed: on $name',
  async ({ open }) => {
    const store = await open();
    const { db } = store;
    await migrateUntil(store, '0031');
    const made = [
      { organization_id: 'acme', id: 'c' },
      { organization_id: 'acme', id: 'B' },
      { organization_id: 'acme', id: 'a' },
      { organization_id: 'beta', id: 'b' },
    ];
    for (const { organization_id, id } of made) {
      await sql`insert into wallets (organization_id, wallet_id, wallet_name, sealed_seed, mnemonic_length, exported, imported,
      created_at_ms, updated_at_ms) values (${organization_id}, ${id}, ${id}, ${new Uint8Array()}, 12, 0, 0, 1, 1)`.execute(
        db,
      );
      await sql`insert into wallet_accounts (organization_id, wallet_account_id, wallet_id, curve, path_format, path, address_format,
      address, public_key, sealed_key, key_exported, created_at_ms, updated_at_ms)
      values (${organization_id}, ${id}, 'a', '', '', ${id}, '', '', '', ${new Uint8Array()}, 0, 1, 1)`.execute(db);
    }
    await migrate(store);
    const numbered = [
      { organization_id: 'acme', id: 'B', ordinal: 1 },
      { organization_id: 'acme', id: 'a', ordinal: 2 },
      { organization_id: 'acme', id: 'c', ordinal: 3 },
      { organization_id: 'beta', id: 'b', ordinal: 1 },
    ];
    for (const { table, id } of [
      { table: 'wallets', id: 'wallet_id' } as const,
      { table: 'wallet_accounts', id: 'wallet_account_id' } as const,
    ]) {
      const { rows } = await sql`select organization_id, ${sql.ref(id)} as id, ordinal from ${sql.table(table)}
      order by organization_id, ordinal`.execute(db);
      expect(rows).toEqual(numbered);
    }
    await store.close();
  },
);
