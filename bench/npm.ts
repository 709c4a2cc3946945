import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs npm in a folder: the npm that runs this process, if there is one. @returns its output */
export function npm(folder: string, ...args: readonly string[]): string {
  const own = process.env.npm_execpath;
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  return run(folder, command, ...first, ...args);
}

/** The folder of a peer, with its packages as locked. */
export function peerFolder(root: string, name: string): string {
  run(root, process.execPath, 'scripts/ensure.mjs', `bench/peers/${name}`);
  return join(root, 'bench/peers', name);
}

function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${error?.message ?? stderr}${stdout}`);
}
