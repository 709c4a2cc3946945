import { sql } from 'kysely';
import { toHex } from '../../src/crypto/hex.js';
import type { Store } from '../../src/service/store/store.js';

/** All rows of all tables, as sorted JSON, to compare two databases. */
export async function everythingIn({ db }: Store): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    contents[name] = rows.map((row) => JSON.stringify(row, inHex)).sort();
  }
  return contents;
}

const inHex = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? toHex(new Uint8Array(value)) : value;
