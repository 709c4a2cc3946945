import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn } from '../support/filesIn.js';

// What comments and titles of tests name can be opened: sections of docs/wire.md, numbers of docs/threats.md.

const folders = ['src', 'test', 'checks', 'stories', 'demo', 'bench'];

/** The lines that match, as `file:line`, by what the first group of each match is. */
function found(pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const path of folders.flatMap((folder) => filesIn('.', folder)).filter((each) => /\.tsx?$/.test(each))) {
    const lines = readFileSync(path, 'utf8').split('\n');
    for (const [index, line] of lines.entries())
      for (const [, name = ''] of line.matchAll(pattern))
        places.set(name, [...(places.get(name) ?? []), `${path}:${index + 1}`]);
  }
  return places;
}

const missing = (cited: ReadonlyMap<string, readonly string[]>, known: ReadonlySet<string>) =>
  [...cited].filter(([name]) => !known.has(name)).map(([name, places]) => `${name} in ${places.join(', ')}`);

test('Every section of docs/wire.md that a comment names is there.', () => {
  const page = readFileSync('docs/wire.md', 'utf8');
  const sections = new Set([...page.matchAll(/^#{2,3} (S?\d*(?:\.\d+)*)\.? /gm)].map(([, name = '']) => name));
  const cited = found(/docs\/wire\.md (S?\d+(?:\.\d+)*)/g);
  expect(cited.size).toBeGreaterThan(30);
  expect(missing(cited, sections)).toEqual([]);
});

test('Every attack, and every figure, that a test or a comment names is in docs/threats.md.', () => {
  const page = readFileSync('docs/threats.md', 'utf8');
  const rows = new Set([...page.matchAll(/^\| ([TAF]-\d+) \|/gm)].map(([, name = '']) => name));
  const cited = found(/\b([TAF]-\d+)\b/g);
  expect(cited.size).toBeGreaterThan(90);
  expect(missing(cited, rows)).toEqual([]);
});

test('No comment cites what is not in the repository.', () => {
  const cited = found(/(Wire facts|wire facts|Specification) [0-9]/g);
  expect([...cited.values()].flat()).toEqual([]);
});

test('Every file that a page for developers names is there.', () => {
  const pages = [
    'CONTRIBUTING.md',
    ...['architecture', 'glossary', 'threats', 'checks', 'wire'].map((page) => `docs/${page}.md`),
  ];
  /** Where the paths of a page begin. */
  const from = ['', 'src/', 'src/service/', 'src/service/coordinator/'];
  const paths = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|css))`/g)].map(
      ([, path = '']) => path,
    ),
  );
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !from.some((each) => existsSync(`${each}${path}`)))).toEqual([]);
});
