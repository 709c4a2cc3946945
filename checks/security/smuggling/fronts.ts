import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pause } from '../../../test/support/live/serve.js';
import { freePort } from '../../../test/support/postgresBinaries.js';
import { haproxyConfiguration, nginxConfiguration, type Way } from './configurations.js';

export const programKinds = ['nginx', 'haproxy'] as const;

/** An installed reverse proxy. */
export type Program = {
  readonly kind: (typeof programKinds)[number];
  readonly path: string;
  readonly version: string;
};

/** A request in the log of a front proxy. */
export type Counted = {
  /** The request's header `X-Marker`, as the proxy read it. */
  readonly marker: string;
  /** The status that the client got. */
  readonly status: number;
  /** Whether the proxy began to forward it. */
  readonly isForwarded: boolean;
  /** The status that the service answered; absent if the proxy did not forward the request, or did not wait. */
  readonly upstream: number | undefined;
};

/** A running front proxy, with a listener for each of its configurations. */
export type Front = {
  /** The proxy's own log of a listener, without the requests that it could not parse. */
  readonly counted: (way: Way) => readonly Counted[];
  readonly close: () => Promise<void>;
};

/** The reverse proxies on the PATH, or where Debian puts them. On Linux only, because the check needs many loopback addresses. */
export function installedPrograms(): Program[] {
  if (process.platform !== 'linux') return [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return programKinds.flatMap((kind) => {
    const path = folders.map((folder) => join(folder, kind)).find(existsSync);
    return path === undefined ? [] : [{ kind, path, version: versionOf(path) }];
  });
}

function versionOf(path: string): string {
  // nginx prints its version on the standard error.
  const output = execFileSync('/bin/sh', ['-c', '"$0" -v 2>&1', path], { encoding: 'utf8' });
  return /\d+\.\d+\.\d+/.exec(output)?.[0] ?? output;
}

/** Starts a front proxy on loopback. It ends with this process, even if that is killed. */
export async function openFront({ kind, path }: Program, ways: readonly Way[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), `latchkey-${kind}-`));
  const configuration = join(folder, 'configuration');
  writeFileSync(configuration, (kind === 'nginx' ? nginxConfiguration : haproxyConfiguration)(folder, ways));
  const output = join(folder, 'output');
  const written = openSync(output, 'a');
  const args = kind === 'nginx' ? ['-e', join(folder, 'errors'), '-c', configuration] : ['-db', '-f', configuration];
  // The shell reads a pipe from this process. When the pipe closes, even because this process was killed, the shell ends the proxy.
  const shell = spawn('/bin/sh', ['-c', endWithStdin, path, ...args], {
    stdio: ['pipe', written, written],
    detached: true,
  });
  const close = async () => {
    await ended(shell);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const { port } of ways) await listening(port, () => readFileSync(output, 'utf8'));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close,
    counted: ({ name }) =>
      readFileSync(output, 'utf8')
        .split('\n')
        .map((line) => line.split('|'))
        .filter(([tag, way]) => tag === 'counted' && way === name)
        .map(([, , marker = '', status, server = '', upstream]) => ({
          marker,
          status: Number(status),
          isForwarded: /\w/.test(server) && server !== '<NOSRV>',
          upstream: Number(upstream) || undefined,
        })),
  };
}

/** A listener on a free port, which forwards to `upstreamPort`. */
export const wayThrough = async (name: Way['name'], upstreamPort: number): Promise<Way> => ({
  name,
  port: await freePort(),
  upstreamPort,
});

const endWithStdin = '"$0" "$@" & front=$!; cat >/dev/null; kill -TERM $front 2>/dev/null; wait $front';

async function ended(shell: ChildProcess): Promise<void> {
  if (shell.exitCode !== null) return;
  const gone = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  shell.stdin?.end();
  await gone;
}

async function listening(port: number, output: () => string): Promise<void> {
  const timeoutMs = 10_000;
  for (const start = performance.now(); !(await answers(port)); await pause(20)) {
    if (performance.now() - start > timeoutMs) throw new Error(`The front does not listen: ${output()}`);
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
