/** An integer, so that it is the same on SQLite, which has no booleans. */
export type Flag = 0 | 1;

/** `blob` on SQLite, `bytea` on PostgreSQL. */
export type BytesColumn = Uint8Array<ArrayBuffer>;

/** A column that is sealed: a row's ciphertext belongs to its organization, its `id`, and the `purpose`, and opens nowhere else. */
export type SealedColumn<Table extends string> = {
  readonly table: Table;
  readonly column: string;
  /** What comes after the organization in the table's key. */
  readonly id: string;
  readonly purpose: string;
};

/** A table whose rows expire at their `expires_at_ms`, and how long they are kept afterwards. */
export type Expiring<Table extends string> = { readonly table: Table; readonly keptMs: number };

export type StoreKind = 'sqlite' | 'postgres';
