import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Parent } from '../../../src/service/makeParent.js';
import type { Program } from './program.js';

/** Environment variables of a process. Of this process's own it gets only `PATH` and `HOME`. */
export type Variables = Readonly<Record<string, string>>;

/** A running `latchkey serve`. */
export type Serving = {
  readonly url: string;
  readonly pid: number;
  /** The milliseconds from the start until `/ready` answered 200. */
  readonly readyMs: number;
  /** Settles when the process has ended, and all that it wrote is read. */
  readonly ended: Promise<void>;
  /** Kills the process with SIGKILL, and waits until it is gone. */
  readonly kill: () => Promise<void>;
};

/**
 * How a process is started. `ulimit`: arguments of the shell command `ulimit`, which is run before; `core`: the only CPU core that it may
 * use; `node`: arguments for Node; `output`: is called with everything that the process writes.
 */
export type Starting = {
  readonly ulimit?: string;
  readonly core?: number;
  readonly node?: readonly string[];
  readonly output?: (bytes: Buffer) => void;
};

/** Starts `latchkey serve` on a free port of this machine. */
export async function serve(program: Program, variables: Variables, starting: Starting = {}): Promise<Serving> {
  const startedAt = performance.now();
  const { child, ended, kill } = startServe(program, variables, starting);
  try {
    const url = await listeningUrl(child);
    while (!(await isReady(url))) await pause(10);
    return { url, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, ended, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Starts the service, and kills it after `afterMs` milliseconds, ready or not. */
export async function serveAndKill(program: Program, variables: Variables, afterMs: number): Promise<void> {
  const { kill } = startServe(program, variables, {});
  await pause(afterMs);
  await kill();
}

/** Whether the service and its database answer. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/ready`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Runs `latchkey init` to its end. */
export async function init(program: Program, variables: Variables, rootPublicKey: string): Promise<Parent> {
  const args = [program.path, 'init', '--name', 'Parent', '--root-public-key', rootPublicKey];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment(variables) });
  return JSON.parse(stdout) as Parent;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function startServe(program: Program, variables: Variables, { ulimit, core, node = [], output }: Starting) {
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
  const limited = ulimit === undefined ? [] : ['/bin/sh', '-c', `trap '' XFSZ; ulimit ${ulimit} && exec "$0" "$@"`];
  const [command = '', ...args] = [...pinned, ...limited, process.execPath, ...node, program.path, 'serve'];
  const child = spawn(command, args, {
    env: environment({ PORT: '0', ...variables }),
    stdio: ['ignore', 'pipe', output ? 'pipe' : 'inherit'],
  });
  running.add(child);
  if (output) for (const stream of [child.stdout, child.stderr]) stream?.on('data', output);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => running.delete(child));
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { child, ended, kill };
}

/** The environment, without the limits of what one may record, derive, query and take of the process: others test them. */
function environment(variables: Variables): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env;
  const noBudgets = {
    LATCHKEY_RECORD_PER_HOUR: 'off',
    LATCHKEY_RECORD_MIB_PER_ADDRESS: 'off',
    LATCHKEY_DERIVATIONS_PER_MINUTE: 'off',
    LATCHKEY_FAIR_SHARES: 'off',
    LATCHKEY_QUERIES_PER_MINUTE: 'off',
  };
  return { PATH, HOME, NODE_NO_WARNINGS: '1', ...noBudgets, ...variables };
}

/** The URL in the log line `{"event":"listening","url":…}`. Reads all later lines, too, so that the process can always write. */
function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, url } = JSON.parse(line) as { event: string; url?: string };
      if (event === 'listening' && url !== undefined) resolve(url.replace('localhost', '127.0.0.1'));
    });
    child.once('close', (code) => reject(new Error(`latchkey serve ended with ${code} before it listened.`)));
  });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
