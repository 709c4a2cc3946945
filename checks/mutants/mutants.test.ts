import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { judge } from './judge.js';
import { mutated } from './mutant.js';
import { parts } from './parts.js';

const all = Object.entries(parts).flatMap(([part, mutants]) =>
  mutants.map((mutant) => ({ name: `${part}/${mutant.id}`, mutant })),
);

describe('the list of mutants', () => {
  test('has at least sixty, each with a name of its own', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test('applies to the code as it is, to pieces that stand there once, and is code afterwards', () => {
    const faults = all.flatMap(({ name, mutant }) => {
      try {
        const source = readFileSync(mutant.file, 'utf8');
        const changed = mutated(source, mutant);
        if (changed === source) return [`${name}: it changes nothing`];
        return parseSync(mutant.file, changed).errors.map(({ message }) => `${name}: ${message}`);
      } catch (error) {
        return [`${name}: ${(error as Error).message}`];
      }
    });
    expect(faults).toEqual([]);
  });

  test('names files of tests that are there, and what breaks as a sentence', () => {
    const faults = all.flatMap(({ name, mutant: { file, tests, breaks, equivalent } }) => [
      ...(file.startsWith('src/') ? [] : [`${name}: ${file} is none of our own code`]),
      ...(tests.length > 0 ? [] : [`${name}: no tests`]),
      ...tests
        .filter((path) => !/^test\/.*\.test\.ts$/.test(path) || !existsSync(path))
        .map((path) => `${name}: ${path}`),
      ...[breaks, equivalent ?? 'No.'].filter((text) => !/^\p{Lu}.*\.$/u.test(text)).map((text) => `${name}: ${text}`),
    ]);
    expect(faults).toEqual([]);
  });
});

describe('a mutant', () => {
  const verdict = { isLoaded: true, passed: 3, failed: [], broken: [] };
  const failed = ['a.test.ts: a title'];

  test('is killed by a test that fails', () => {
    expect(judge({}, { ...verdict, failed })).toEqual({ kind: 'killed', by: 'a.test.ts: a title' });
  });

  test('survives where all tests pass, unless nobody can tell it from the original', () => {
    expect(judge({}, verdict)).toEqual({ kind: 'survived' });
    expect(judge({ equivalent: 'A copy.' }, verdict)).toEqual({ kind: 'equivalent' });
  });

  test.each([
    ['whose file no test loads', {}, { isLoaded: false }],
    ['that breaks an import', {}, { broken: ['Unexpected token'], failed }],
    ['whose tests do not run', {}, { passed: 0 }],
    ['that counts as equivalent, and is killed', { equivalent: 'A copy.' }, { failed }],
  ])('%s is a fault of the list', (_, mutant, said) => {
    expect(judge(mutant, { ...verdict, ...said }).kind).toBe('fault');
  });

  test('whose piece stands twice in its file, or nowhere, is refused by name', () => {
    const mutant = { id: 'a', file: 'src/a.ts', from: 'one', to: 'two', breaks: 'One.', tests: [] };
    expect(mutated('one;', mutant)).toBe('two;');
    expect(mutated('one;', { ...mutant, to: '$&$&' })).toBe('$&$&;');
    expect(() => mutated('one; one;', mutant)).toThrow('a: its piece stands 2 times in src/a.ts, not once.');
    expect(() => mutated('three;', mutant)).toThrow('a: its piece stands 0 times in src/a.ts, not once.');
  });
});
