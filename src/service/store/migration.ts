import type { Kysely, sql } from 'kysely';
import type { StoreKind } from './columns.js';
import type { ColumnTypes } from './migrations/dialects.js';

/** What a change of tables is written with. Kysely is handed in: the modules of tables load without it. */
export type MigrationTools = {
  readonly sql: typeof sql;
  readonly kind: StoreKind;
  readonly types: ColumnTypes;
};

/** Changes of an area's tables, by name: a number that follows the last one, and what it is. One that was released is never changed. */
export type Migrations = Readonly<Record<string, (tools: MigrationTools) => (db: Kysely<unknown>) => Promise<void>>>;
