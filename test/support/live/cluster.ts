import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, newestBinaries, serverUser } from '../postgresBinaries.js';
import { pause } from './serve.js';

/** A PostgreSQL server for a check, as durable as a hosted one: with `fsync` and page checksums. */
export type Cluster = {
  /** The folder of all its files. */
  readonly folder: string;
  /** Creates an empty database. @returns its URL. */
  readonly freshDatabase: () => Promise<string>;
  /** Starts the server, and waits until it answers. */
  readonly start: () => Promise<void>;
  /** Kills the server and all its processes with SIGKILL, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Shuts the server down. */
  readonly stop: () => Promise<void>;
  /** The id of its main process. */
  readonly pid: () => number;
  /** Shuts the server down, and removes its folder. */
  readonly remove: () => Promise<void>;
};

/** `ulimit`: arguments of the shell command `ulimit`, which is run before the server starts. */
export type ClusterSettings = { readonly ulimit?: string };

/** Starts a new server, which ends with this process, even if that is killed. `undefined` if PostgreSQL is not installed. */
export async function openCluster({ ulimit = '-c 0' }: ClusterSettings = {}): Promise<Cluster | undefined> {
  const binaries = newestBinaries();
  if (binaries === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cluster-'));
  const owner = serverUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-k', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), [...initdb, '--wal-segsize=1'], { ...options, stdio: 'pipe' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
  const command = [join(binaries, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let shell: ChildProcess | undefined;

  const start = async () => {
    // The shell reads a pipe from this process. When the pipe closes, even because this process was killed, the shell ends the server.
    shell = spawn('/bin/sh', ['-c', `ulimit ${ulimit}; ${endWithStdin}`, ...command], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    await answering(urlOf('postgres'));
  };
  const ended = async () => {
    const ending = shell;
    shell = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    const gone = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    ending.stdin?.end();
    await gone;
  };
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

  await start();
  return {
    folder,
    start,
    pid,
    stop: ended,
    kill: async () => {
      await killTree(pid());
      await ended();
    },
    freshDatabase: async () => {
      const name = `check_${randomBytes(6).toString('hex')}`;
      await query(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    remove: async () => {
      await ended();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const endWithStdin = '"$0" "$@" & server=$!; cat >/dev/null; kill -INT $server 2>/dev/null; wait $server';

/** Stops the server first, so that it starts no other process while its processes are listed. */
async function killTree(server: number): Promise<void> {
  process.kill(server, 'SIGSTOP');
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const all = [server, ...children.map(Number)];
  for (const each of all) killIfThere(each);
  while (all.some(isThere)) await pause(2);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether a process exists. A zombie (state Z) does not count: it has released everything. */
function isThere(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  try {
    return existsSync(path) && !/\) Z /.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

async function answering(url: string): Promise<void> {
  const timeoutMs = 30_000;
  for (const start = performance.now(); ; ) {
    try {
      return await query(url, 'select 1');
    } catch (error) {
      if (performance.now() - start > timeoutMs) throw error;
      await pause(20);
    }
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
