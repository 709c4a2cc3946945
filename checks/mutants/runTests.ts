import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Mutant } from './mutant.js';
import type { Verdict } from './verdict.js';

/** Ends a run that a mutant keeps from ending; of our own code there are a part's tests, all of them. */
const longestRunMs = { mutant: 5 * 60_000, own: 15 * 60_000 };

/**
 * What files of tests say: of our own code, or of a mutant, where the first failure ends the run.
 *
 * @param workers - threads that run tests at once.
 */
export async function runTests(tests: readonly string[], workers: number, mutant?: Mutant): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mutant-'));
  const verdict = join(folder, 'verdict.json');
  const program = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'checks/mutants/vitest.config.ts', ...tests];
  const child = spawn(process.execPath, program, {
    env: {
      ...process.env,
      VERDICT: verdict,
      MUTANT: mutant ? JSON.stringify(mutant) : '',
      MUTANT_WORKERS: String(workers),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: mutant ? longestRunMs.mutant : longestRunMs.own,
  });
  const end = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  try {
    const output = await outputOf(child);
    if (existsSync(verdict)) return JSON.parse(readFileSync(verdict, 'utf8'));
    return { isLoaded: true, passed: 0, failed: [], broken: [`The run gave no verdict.\n${output}`] };
  } finally {
    process.off('exit', end);
    end();
  }
}

/** All that a program prints until it ends. */
async function outputOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return output;
}
