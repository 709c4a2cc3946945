import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Parent } from '../../../src/service/makeParent.js';
import type { Program } from './program.js';

/** Variables of a process; of the machine's own, it gets only what Node needs. */
export type Variables = Readonly<Record<string, string>>;

/** A running `latchkey serve`. */
export type Serving = {
  readonly url: string;
  readonly pid: number;
  /** From its start until `/ready` said 200, in milliseconds. */
  readonly readyMs: number;
  /** Ends it as a power cut would: `kill -9`. Settles when it is gone. */
  readonly kill: () => Promise<void>;
};

/**
 * How a process is started. `ulimit`: for the shell's command of that name, before; `core`: the only one that it may run on;
 * `node`: arguments of Node's own; `output` gets all that it writes.
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
  const { child, kill } = startServe(program, variables, starting);
  try {
    const url = await listeningUrl(child);
    while (!(await isReady(url))) await pause(10);
    return { url, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Starts it and ends it after so many milliseconds, ready or not. */
export async function serveAndKill(program: Program, variables: Variables, afterMs: number): Promise<void> {
  const { kill } = startServe(program, variables, {});
  await pause(afterMs);
  await kill();
}

/** Whether the service answers, and its database too. */
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
  return { child, kill };
}

/** Checks and bench try something else than how much one organization may record, and how many wallets it may ask for. */
function environment(variables: Variables): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env;
  const noBudgets = {
    LATCHKEY_RECORD_PER_HOUR: 'off',
    LATCHKEY_RECORD_MIB_PER_ADDRESS: 'off',
    LATCHKEY_DERIVATIONS_PER_MINUTE: 'off',
  };
  return { PATH, HOME, NODE_NO_WARNINGS: '1', ...noBudgets, ...variables };
}

/** From the log line `{"event":"listening","url":…}`. Reads on for ever, so that the process never waits for its reader. */
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
