import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openCluster } from '../../test/support/live/cluster.js';
import type { Program } from '../../test/support/live/program.js';
import { freshSecrets } from '../../test/support/live/secrets.js';
import { init, type Serving, type Starting, serve, type Variables } from '../../test/support/live/serve.js';
import { familyOf } from '../cpuTime.js';
import { type Customer, makeCustomers, newKey, type Party } from './parties.js';

/** A database with a parent organization and its customers, and processes that serve it. */
export type Site = {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly serve: (starting?: Starting & { readonly variables?: Variables }) => Promise<Serving>;
  /** The parent organization of the auth proxy, and its root user's key. */
  readonly parent: Party & { readonly authProxyConfigId: string };
  readonly customers: readonly Customer[];
  /** Has the database analyze its tables, as PostgreSQL does by itself a minute after they were filled. */
  readonly settle: () => Promise<void>;
  /** The processes of the database server. */
  readonly databasePids: () => readonly number[];
  readonly remove: () => Promise<void>;
};

/** How many customers, and so clients, there are. */
const howManyCustomers = 16;

export async function openSqliteSite(program: Program): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  return site(
    'SQLite',
    program,
    { LATCHKEY_DATA: folder },
    {
      settle: async () => {},
      databasePids: () => [],
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    },
  );
}

/** `undefined` where the machine has no PostgreSQL. */
export async function openPostgresSite(program: Program): Promise<Site | undefined> {
  const cluster = await openCluster();
  if (cluster === undefined) return undefined;
  const url = new URL(await cluster.freshDatabase());
  url.searchParams.set('host', cluster.folder); // by its Unix socket, as on one machine
  return site(
    'PostgreSQL',
    program,
    { DATABASE_URL: url.href },
    {
      settle: () => analyze(url.href),
      databasePids: () => familyOf(cluster.pid()),
      remove: cluster.remove,
    },
  );
}

async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

async function site(
  engine: Site['engine'],
  program: Program,
  store: Variables,
  rest: Pick<Site, 'settle' | 'databasePids' | 'remove'>,
): Promise<Site> {
  const variables = { ...freshSecrets().variables, ...store, SMS_WEBHOOK_URL: 'http://127.0.0.1:9' };
  const key = newKey();
  const { organizationId, authProxyConfigId } = await init(program, variables, key.publicKey);
  const parent = { ...key, organizationId, authProxyConfigId };
  const first = await serve(program, variables);
  const customers = await makeCustomers(first.url, parent, howManyCustomers);
  await first.kill();
  return {
    ...rest,
    engine,
    parent,
    customers,
    serve: ({ variables: more, ...starting } = {}) => serve(program, { ...variables, ...more }, starting),
  };
}

/** `VmRSS` in MiB. */
export function residentMiB(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
