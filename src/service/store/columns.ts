/** An integer, so that it is the same on SQLite, which has no booleans. */
export type Flag = 0 | 1;

/** `blob` on SQLite, `bytea` on PostgreSQL. */
export type Bytes = Uint8Array<ArrayBuffer>;
