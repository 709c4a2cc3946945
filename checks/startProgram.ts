import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that runs: what it said when it was ready, and what ends it as Ctrl-C does and answers its exit code. */
export type Running = { readonly ready: string; readonly stop: () => Promise<number | null> };

export type Starting = {
  readonly cwd: string;
  /** Beside PATH and HOME. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The line that it prints once it is ready; what its first group matches is the answer. */
  readonly readyLine: RegExp;
};

/** Starts a program and waits until it is ready. Ctrl-C reaches all that it started, as in a terminal. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env = {}, readyLine }: Starting,
): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined) process.kill(-child.pid, name);
  };
  const kill = () => signal('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => process.off('exit', kill));
  const ready = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = readyLine.exec(line) ?? [];
      if (found) resolve(found);
    });
    child.once('error', reject);
    void ended.then((code) =>
      reject(new Error(`${[program, ...args].join(' ')} ended with ${code} before it was ready.`)),
    );
  });
  return {
    ready,
    stop() {
      signal('SIGINT');
      return ended;
    },
  };
}
