import type { StoreKind } from '../../../src/service/store/columns.js';

/** SQL that differs between the databases, for expressions with a counter `i`. */
export type Dialect = {
  /** A table `n` with one column `i` that counts from `from` to `to`, both included. */
  readonly counter: (from: number, to: number) => string;
  /** The value in lower-case hex, padded to that many digits. */
  readonly hex: (expression: string, digits: number) => string;
};

export const dialects: Record<StoreKind, Dialect> = {
  sqlite: {
    counter: (from, to) =>
      `(with recursive c(i) as (values(${from}) union all select i + 1 from c where i < ${to}) select i from c) as n`,
    hex: (expression, digits) => `printf('%0${digits}x', ${expression})`,
  },
  postgres: {
    counter: (from, to) => `generate_series(${from}::bigint, ${to}::bigint) as n(i)`,
    hex: (expression, digits) => `lpad(to_hex(${expression}), ${digits}, '0')`,
  },
};
