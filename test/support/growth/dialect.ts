import type { StoreKind } from '../../../src/service/store/store.js';

/** SQL that differs between the engines, for expressions over a counter `i`. */
export type Words = {
  /** A table `n` with one column `i`, from … to …, both included. */
  readonly counter: (from: number, to: number) => string;
  /** Lower-case hex, so many digits. */
  readonly hex: (expression: string, digits: number) => string;
};

export const words: Record<StoreKind, Words> = {
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
