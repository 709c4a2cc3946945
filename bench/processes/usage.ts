import pg from 'pg';
import type { Cluster } from '../../test/support/live/cluster.js';
import { cpuMsOf, familyOf } from '../cpuTime.js';

/** The resources that a service and its database have used so far. */
export type Usage = {
  readonly serviceCpuMs: number;
  readonly databaseCpuMs: number;
  /** Write-ahead log. */
  readonly walBytes: number;
  /** Transactions that were rolled back, nearly all because of conflicts. */
  readonly rollbacks: number;
};

/** One connection, so that reading the figures costs almost nothing. */
export async function openMeter(url: string, cluster: Cluster, servicePids: readonly number[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const question = `select pg_current_wal_lsn() - '0/0' as wal, xact_rollback as rollbacks
    from pg_stat_database where datname = current_database()`;
  return {
    read: async (): Promise<Usage> => {
      const [row] = (await client.query<{ wal: string; rollbacks: string }>(question)).rows;
      return {
        serviceCpuMs: cpuMsOf(servicePids),
        databaseCpuMs: cpuMsOf(familyOf(cluster.pid())),
        walBytes: Number(row?.wal),
        rollbacks: Number(row?.rollbacks),
      };
    },
    close: () => client.end(),
  };
}
