import { type RawBuilder, sql } from 'kysely';
import type { StoreKind } from '../columns.js';

export type ColumnTypes = Record<'text' | 'integer' | 'bigint' | 'bytes' | 'strict', RawBuilder<unknown>>;

/**
 * All differences between the tables of SQLite and PostgreSQL. SQLite's are strict, so that they refuse what PostgreSQL's refuse;
 * PostgreSQL compares text byte by byte, in any locale, as SQLite does. `strict` follows the last bracket.
 */
export const dialects: Record<StoreKind, ColumnTypes> = {
  sqlite: {
    text: sql.raw('text'),
    integer: sql.raw('integer'),
    bigint: sql.raw('integer'),
    bytes: sql.raw('blob'),
    strict: sql.raw('strict'),
  },
  postgres: {
    text: sql.raw('text collate "C"'),
    integer: sql.raw('integer'),
    bigint: sql.raw('bigint'),
    bytes: sql.raw('bytea'),
    strict: sql.raw(''),
  },
};
