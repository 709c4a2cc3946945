import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutant.js';
import type { Verdict } from './verdict.js';

/** Ends a run that a mutant keeps from ending. */
const longestRunMs = 5 * 60_000;

/**
 * What files of tests say: of our own code, or of a mutant, where the first failure ends the run.
 *
 * @param workers - threads that run tests at once.
 * @throws where the run gave no verdict
 */
export async function runTests(tests: readonly string[], workers: number, mutant?: Mutant): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mutant-'));
  const verdict = join(folder, 'verdict.json');
  try {
    const output = await vitest(tests, {
      VERDICT: verdict,
      MUTANT_WORKERS: String(workers),
      ...(mutant && { MUTANT: JSON.stringify(mutant) }),
    });
    if (!existsSync(verdict))
      throw new Error(`The tests of ${mutant?.id ?? 'our own code'} gave no verdict.\n${output}`);
    return JSON.parse(readFileSync(verdict, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns what it printed */
async function vitest(tests: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { TEST_DATABASE_URL: _, ...ours } = process.env;
  const program = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'checks/mutants/vitest.config.ts', ...tests];
  const child = spawn(process.execPath, program, {
    env: { ...ours, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestRunMs,
  });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('exit', end);
  return output;
}
