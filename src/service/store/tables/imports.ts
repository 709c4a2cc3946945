import type { BytesColumn, Expiring, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface ImportsTables {
  import_targets: ImportTargetsTable;
}

export const importsMigrations: Migrations = {};

export const importsSealed = {
  importTarget: { table: 'import_targets', column: 'sealed_key', id: 'target', purpose: 'import target' },
} as const satisfies Record<string, SealedColumn<keyof ImportsTables>>;

export const importsExpiring = [{ table: 'import_targets', keptMs: 0 }] as const satisfies readonly Expiring<
  keyof ImportsTables
>[];

/** The keys that what users import is sealed to, until it came. */
interface ImportTargetsTable {
  organization_id: string;
  /** What is imported, `WALLET` or `PRIVATE_KEY`, a space, and the id of the user who does. */
  target: string;
  /** Uncompressed hex. */
  public_key: string;
  sealed_key: BytesColumn;
  expires_at_ms: number;
}
