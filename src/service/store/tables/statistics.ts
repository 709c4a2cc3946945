import type { Expiring } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface StatisticsTables {
  statistics: StatisticsTable;
}

export const statisticsMigrations: Migrations = {
  /** How often what happened, by hour. */
  '0046-statistics':
    ({ sql, types: { text, bigint, strict } }) =>
    async (db) => {
      await sql`create table statistics (
        organization_id ${text} not null,
        began_at_ms ${bigint} not null,
        kind ${text} not null,
        method ${text} not null,
        step ${text} not null,
        code ${text} not null,
        process_id ${text} not null,
        times ${bigint} not null,
        expires_at_ms ${bigint} not null,
        primary key (organization_id, began_at_ms, kind, method, step, code, process_id)
      ) ${strict}`.execute(db);
      await sql`create index statistics_by_expiry on statistics (expires_at_ms)`.execute(db);
    },
};

export const statisticsExpiring = [{ table: 'statistics', keptMs: 0 }] as const satisfies readonly Expiring<
  keyof StatisticsTables
>[];

/** How often something happened in an hour, as one process counted it. Nothing here names a person. */
interface StatisticsTable {
  /** The top-level one; what happens in its sub-organizations counts there. */
  organization_id: string;
  /** The beginning of the hour. */
  began_at_ms: number;
  kind: 'LOGIN' | 'SIGNUP' | 'SIGNATURE' | 'FAILURE';
  /** Of a login or sign-up, as far as it is known; of a signature the activity; else the empty text. */
  method: string;
  /** Of a failure, the call that was refused; else the empty text. */
  step: string;
  /** Of a failure, the refusal's code; else the empty text. */
  code: string;
  /** Each process adds up in rows of its own, so that none waits for another. */
  process_id: string;
  times: number;
  /** 400 days after the hour. */
  expires_at_ms: number;
}
