// Repeats tests to find those that fail by chance: `npm run test:repeat -- [--base REV] [--times N] [files…]`. It runs the named
// files of tests, or those that the change since REV (default: main) touches, ten times, in another order each time, beside a
// program that keeps one core busy. It says which tests failed and how often, and fails if one did.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { testsNear } from './testsNear.js';

type Report = { readonly testResults: readonly FileResult[] };
type FileResult = {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string', default: 'main' }, times: { type: 'string', default: '10' } },
});
const times = Number(values.times);
if (!Number.isSafeInteger(times) || times < 1) throw new Error(`--times takes a whole number, not ${values.times}.`);

const files = positionals.length > 0 ? positionals : touchedSince(values.base);
if (files.length === 0) console.log('The change touches no file of tests.');
else process.exitCode = repeat(files);

function touchedSince(revision: string): string[] {
  const base = git('merge-base', revision, 'HEAD')[0] ?? revision;
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  const tests = git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.test.ts',
    '*.test.tsx',
    '*.stories.tsx',
  );
  const there = tests.flatMap((path) => {
    try {
      return [[path, readFileSync(path, 'utf8')] as const];
    } catch {
      return []; // deleted
    }
  });
  return testsNear(changed, Object.fromEntries(there));
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** @returns the exit code */
function repeat(paths: readonly string[]): number {
  console.log(`${times} times, beside a busy core:\n  ${paths.join('\n  ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-repeat-'));
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  const failures = new Map<string, number>();
  try {
    for (let round = 1; round <= times; round += 1) {
      const failed = runOnce(paths, round, join(folder, 'report.json'));
      for (const [test, why] of failed) {
        if (!failures.has(test)) console.log(why.replace(/^/gm, '    '));
        failures.set(test, (failures.get(test) ?? 0) + 1);
      }
      console.log(`${round} of ${times}: ${failed.size === 0 ? 'all passed' : `${failed.size} failed`}`);
    }
  } finally {
    busy.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  for (const [test, count] of [...failures].sort((a, b) => b[1] - a[1]))
    console.log(`failed ${count} of ${times}: ${test}`);
  return failures.size === 0 ? 0 : 1;
}

/** @returns why each test failed, by file and title */
function runOnce(paths: readonly string[], seed: number, report: string): Map<string, string> {
  const ofInterop = paths.filter((path) => path.startsWith('test/interop/'));
  const others = paths.filter((path) => !path.startsWith('test/interop/'));
  return new Map([
    ...vitest(others, ['--project', '!browser-18'], seed, report),
    ...vitest(ofInterop, ['--config', 'test/interop/vitest.config.ts'], seed, report),
  ]);
}

function vitest(paths: readonly string[], where: readonly string[], seed: number, report: string): [string, string][] {
  if (paths.length === 0) return [];
  rmSync(report, { force: true });
  const order = ['--sequence.shuffle.files', '--sequence.seed', String(seed)];
  const output = ['--reporter=json', `--outputFile=${report}`];
  // Vite, which has built this program, has set it to production, and React's own build for that has no `act`.
  const { NODE_ENV: _, ...env } = process.env;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...where, ...order, ...output, ...paths],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 2 ** 28, env },
  );
  if (status === 0) return [];
  const failed = failedIn(report);
  return failed.length > 0 ? failed : [['the run as a whole', stderr]];
}

function failedIn(report: string): [string, string][] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }): [string, string][] => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [[name, message]];
      return failed.map(({ fullName, failureMessages }) => [`${name} > ${fullName}`, failureMessages.join('\n')]);
    });
}
