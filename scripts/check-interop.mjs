// Other people's clients, unmodified, against the service; and the pages of docs/testing.md in other people's test runners. They
// weigh 1.4 GB, so they stand in test/interop with a package.json of their own, a node of Ethereum and RainbowKit in folders
// below, and are installed when this first runs.
// Arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

process.exitCode =
  run('scripts/ensure.mjs', 'test/interop') ||
  run('scripts/ensure.mjs', 'test/interop/evm') ||
  run('scripts/ensure.mjs', 'test/interop/rainbow') ||
  run('node_modules/typescript/bin/tsc', '-p', 'test/interop') ||
  run('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/interop/vitest.config.ts', ...process.argv.slice(2));

/** @returns the exit code. */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  return status ?? 1;
}
