import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A running `latchkey-service dev`. */
export type Running = { readonly url: string; readonly stop: () => Promise<number | null> };

/**
 * Starts a development service on a free port of this machine, and waits until it is ready.
 *
 * @returns its address, and what ends it as Ctrl-C does and answers its exit code.
 */
export async function startProgram(program: string, cwd: string): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, ['dev'], { cwd, env: { PATH, HOME, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, ready] = /^latchkey ready (http:\S+)$/.exec(line) ?? [];
      if (ready) resolve(ready);
    });
    child.once('error', reject);
    void ended.then((code) => reject(new Error(`${program} dev ended with ${code} before it was ready.`)));
  });
  const stop = async () => {
    child.kill('SIGINT');
    const code = await ended;
    process.off('exit', kill);
    return code;
  };
  return { url, stop };
}
