import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pause } from '../../../test/support/live/serve.js';
import { freePort } from '../../../test/support/postgresBinaries.js';
import { haproxyConfiguration, nginxConfiguration, type Way } from './configurations.js';

export const programKinds = ['nginx', 'haproxy'] as const;

/** A program that stands in front of services, as this machine has it. */
export type Program = {
  readonly kind: (typeof programKinds)[number];
  readonly path: string;
  readonly version: string;
};

/** A request as a front counted it. */
export type Counted = {
  /** The `X-Marker` that the front read in it. */
  readonly marker: string;
  /** What the client was answered. */
  readonly status: number;
  /** Whether the front had begun to hand it on. */
  readonly asked: boolean;
  /** What the service had answered; absent where the front did not ask it, or did not wait. */
  readonly upstream: number | undefined;
};

/** A running front: strict as it comes, and as lenient as it can be set, each before a service of its own. */
export type Front = {
  /** The front's own log, without the requests that it could not read. */
  readonly counted: (way: Way) => readonly Counted[];
  readonly close: () => Promise<void>;
};

/** Those that are installed: on the PATH, or where Debian puts them. Linux alone has an address for everybody on loopback. */
export function installedPrograms(): Program[] {
  if (process.platform !== 'linux') return [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return programKinds.flatMap((kind) => {
    const path = folders.map((folder) => join(folder, kind)).find(existsSync);
    return path === undefined ? [] : [{ kind, path, version: versionOf(path) }];
  });
}

function versionOf(path: string): string {
  // nginx says it on its standard error.
  const said = execFileSync('/bin/sh', ['-c', '"$0" -v 2>&1', path], { encoding: 'utf8' });
  return /\d+\.\d+\.\d+/.exec(said)?.[0] ?? said;
}

/** Starts a front on loopback; it ends with this process, however that ends. `ways`: where it listens, and what it is before. */
export async function openFront({ kind, path }: Program, ways: readonly Way[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), `latchkey-${kind}-`));
  const configuration = join(folder, 'configuration');
  writeFileSync(configuration, (kind === 'nginx' ? nginxConfiguration : haproxyConfiguration)(folder, ways));
  const output = join(folder, 'output');
  const written = openSync(output, 'a');
  const args = kind === 'nginx' ? ['-e', join(folder, 'errors'), '-c', configuration] : ['-db', '-f', configuration];
  // The shell waits on our end of the pipe. When that closes, even because this process was killed, it ends the front.
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
        .map(([, , marker = '', status, asked = '', upstream]) => ({
          marker,
          status: Number(status),
          asked: /\w/.test(asked) && asked !== '<NOSRV>',
          upstream: Number(upstream) || undefined,
        })),
  };
}

/** A way through a front, on free ports; `upstreamPort`: of what stands behind it. */
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
