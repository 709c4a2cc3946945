import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { freePort, newestBinaries, serverUser } from './postgresBinaries.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the run's server; empty if there is no PostgreSQL. */
    postgresUrl: string;
  }
}

/** A PostgreSQL server for one test run. The names of its databases begin with the URL's `application_name`. */
export type Postgres = { url: string; stop(): Promise<void> };

/**
 * The server of TEST_DATABASE_URL, or else a new one on loopback, which ends with this process, even if that is killed. `undefined` if
 * PostgreSQL is not installed.
 */
export async function postgres(): Promise<Postgres | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  const binaries = newestBinaries();
  if (given) {
    const url = withRun(given);
    return { url, stop: () => dropDatabases(url) };
  }
  if (binaries === undefined) return undefined;
  const { url, stop } = await throwAwayServer(binaries);
  return { url: withRun(url), stop };
}

/** Creates an empty database on the run's server. @returns its URL. */
export const freshDatabase = (): Promise<string> => makeDatabase(inject('postgresUrl'));

/** Creates a database with this version's tables: a copy of {@link makeTemplate}'s, which takes half the time. */
export const migratedDatabase = (): Promise<string> =>
  makeDatabase(inject('postgresUrl'), templateOf(inject('postgresUrl')));

/** Creates the database that {@link migratedDatabase} copies. */
export async function makeTemplate(server: string, migrate: (url: string) => Promise<void>): Promise<void> {
  const made = new URL(await makeDatabase(server));
  await migrate(made.href);
  await query(server, `alter database ${made.pathname.slice(1)} rename to ${templateOf(server)}`);
}

async function makeDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `${runOf(server)}_${randomBytes(6).toString('hex')}`;
  await query(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

const templateOf = (server: string): string => `${runOf(server)}_tables`;

function withRun(server: string): string {
  const url = new URL(server);
  url.searchParams.set('application_name', `latchkey_test_${randomBytes(4).toString('hex')}`);
  return url.href;
}

function runOf(url: string): string {
  return String(new URL(url).searchParams.get('application_name'));
}

async function throwAwayServer(binaries: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'));
  const owner = serverUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), initdb, { ...options, stdio: 'pipe' });

  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
  const unsafeButFast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  // For hundreds of databases: no statistics are gathered during a test, and test files may leave idle connections open.
  const manyDatabases = ['autovacuum=off', 'max_connections=400'];
  const server = [
    join(binaries, 'postgres'),
    '-D',
    data,
    ...[...settings, ...unsafeButFast, ...manyDatabases].flatMap((s) => ['-c', s]),
  ];
  // The shell reads a pipe from this process. When the pipe closes, even because this process was killed, the shell ends the server and
  // removes its folder.
  const shell = spawn('/bin/sh', ['-c', endWithStdin, ...server], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  const stop = async () => {
    shell.stdin?.end();
    await ended;
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(url).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

const endWithStdin = '"$0" "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$PWD"';

async function answering(url: string): Promise<void> {
  const timeoutMs = 30_000;
  for (const start = Date.now(); ; ) {
    try {
      return await query(url, 'select 1').then(() => undefined);
    } catch (error) {
      if (Date.now() - start > timeoutMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function dropDatabases(server: string): Promise<void> {
  const names = await query(server, `select datname as name from pg_database where datname like '${runOf(server)}%'`);
  for (const { name } of names) await query(server, `drop database if exists ${name} with (force)`);
}

async function query(url: string, sql: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
