import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { Cluster } from '../../test/support/live/cluster.js';

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
      const server = cluster.pid();
      return {
        serviceCpuMs: cpuMs(servicePids),
        databaseCpuMs: cpuMs([server, ...childrenOf(server)]),
        walBytes: Number(row?.wal),
        rollbacks: Number(row?.rollbacks),
      };
    },
    close: () => client.end(),
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Linux counts in hundredths of a second, user and system apart. @see proc(5), /proc/pid/stat 14 and 15 */
function cpuMs(pids: readonly number[]): number {
  const there = new Set(readdirSync('/proc'));
  const hundredths = pids
    .filter((pid) => there.has(String(pid)))
    .flatMap((pid) => {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      return fields.split(' ').slice(11, 13).map(Number);
    });
  return 10 * hundredths.reduce((sum, each) => sum + each, 0);
}
