import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../support/filesIn.js';
import { readSource } from './source.js';

const root = join(import.meta.dirname, '../..');

test('no test imports a check or a benchmark, and those import nothing from the tests but test/support', () => {
  expect(Object.entries(programs()).flatMap(([path, text]) => strays(path, text))).toEqual([]);
});

test('such an import is found, and an import of test/support is allowed', () => {
  expect(strays('test/service/a.test.ts', "import { a } from '../../checks/a.js';")).toEqual([
    'test/service/a.test.ts imports checks/a.js',
  ]);
  expect(strays('test/support/a.ts', "import type { a } from '../../bench/a.js';")).toEqual([
    'test/support/a.ts imports bench/a.js',
  ]);
  expect(strays('checks/races/a.ts', "export const a = await import('../../test/service/a.js');")).toEqual([
    'checks/races/a.ts imports test/service/a.js',
  ]);
  expect(strays('bench/a.ts', "import '../test/support/a.js';")).toEqual([]);
  expect(strays('checks/crash/a.test.ts', "import './a.js';")).toEqual([]);
});

/** The modules that a file imports and should not. */
function strays(path: string, text: string): string[] {
  const [named, mayNotImport] = path.startsWith('test/')
    ? [/\/(checks|bench)\//, /^(checks|bench)\//]
    : [/\/test\//, /^test\/(?!support\/)/];
  if (!named.test(text)) return []; // most are not worth parsing
  return readSource(path, text)
    .imports.filter(({ name }) => name.startsWith('.'))
    .map(({ name }) => posix.join(posix.dirname(path), name))
    .filter((target) => mayNotImport.test(target))
    .map((target) => `${path} imports ${target}`);
}

/** Text by path relative to the project, with forward slashes. */
function programs(): Record<string, string> {
  const paths = ['test', 'checks', 'bench'].flatMap((folder) => filesIn(root, folder));
  const ours = paths.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
  return Object.fromEntries(ours.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
