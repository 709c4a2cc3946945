import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { devConfigId } from '../../src/service/dev/devSettings.js';
import { snippet } from '../../src/service/dev/snippet.js';
import { root } from './manifest.js';

const readme = read('README.md');
const packed = packedFiles();
const inRepository = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
/** What leads to whom: the package brings some of these pages, and a registry's page finds the others in the repository. */
const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

test('the README leads to addresses, and to pages and pictures of the repository', () => {
  const anchors = linksOf(readme).filter((link) => link.startsWith('#'));
  expect(anchors.filter((anchor) => !anchorsOf(readme).includes(anchor))).toEqual([]);
  const others = linksOf(readme).filter((link) => !/^(https?:\/\/|#)/.test(link) && !isPicture(link));
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter((link) => !inRepository.includes(link.replace(/#.*/, '')))).toEqual([]);
});

// A registry's page finds what a README leads to by the manifest's `repository`, as GitHub does, so that no package has to carry them.
test('the README’s pictures are light and dark, small, told in words, and not in the package', () => {
  const pictures = [
    ...readme.matchAll(/<picture>\n {2}<source [^\n]*srcset="(.+)" \/>\n {2}<img src="(.+?)" .*alt="(.+)" \/>/g),
  ];
  expect(pictures).toHaveLength(2);
  for (const [, dark = '', light = '', words = ''] of pictures) {
    expect([dark, light].every(isPicture)).toBe(true);
    expect(dark).toBe(light.replace('-light.', '-dark.'));
    expect(words.length).toBeGreaterThan(80);
  }
  const files = readdirSync(join(root, 'docs/pictures')).map((name) => `docs/pictures/${name}`);
  expect(files.sort()).toEqual(linksOf(readme).filter(isPicture).sort());
  for (const path of files) {
    expect(statSync(join(root, path)).size, path).toBeLessThan(60_000);
    expect(packed).not.toContain(path);
  }
});

test('every page is linked in the README, those of operations in their list', () => {
  const operations = linksOf(read('docs/operations.md')).map((link) => `docs/${link.replace(/#.*/, '')}`);
  const linked = [...linksOf(readme), ...operations].map((link) => link.replace(/#.*/, ''));
  expect(operations.length).toBeGreaterThan(20);
  expect(pages.filter((path) => path !== 'README.md' && !linked.includes(path))).toEqual([]);
});

test('a link from one page leads to another of them', () => {
  for (const page of pages) {
    for (const link of linksOf(read(page)).filter((link) => !/^https?:\/\//.test(link) && !isPicture(link))) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      expect(inRepository, `${page} leads to ${link}`).toContain(target);
      if (anchor !== undefined) expect(anchorsOf(read(target)), `${page} leads to ${link}`).toContain(`#${anchor}`);
    }
  }
});

test('the README begins with the app that the page of latchkey dev shows', () => {
  const [, first] = /^```tsx\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(first).toBe(snippet('http://localhost:4500', devConfigId));
});

test('its first lines install the kit alone, and start the service by the package that brings what it needs', () => {
  const [, first = ''] = /^```sh\n(.*?)^```$/ms.exec(readme) ?? [];
  const commands = first.split('\n').map((line) => line.replace(/\s+#.*/, ''));
  expect(commands).toEqual(['npm install latchkey @tanstack/react-query', 'npx latchkey-service dev', '']);
});

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The files of the npm package, without building it. */
function packedFiles(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [pack] = Object.values<{ files: { path: string }[] }>(
    JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
  );
  return pack?.files.map(({ path }) => path) ?? [];
}

const isPicture = (link: string): boolean => link.startsWith('docs/pictures/');

/** Where the text leads to, without its code. */
function linksOf(page: string): string[] {
  const text = page.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)[^)]*\)|\b(?:href|src|srcset)="([^"]+)"|^\[[^\]]+\]:\s*(\S+)/gm)].map(
    ([, inline, attribute, reference]) => inline ?? attribute ?? reference ?? '',
  );
}

const headingsOf = (page: string): string[] => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** As GitHub and npm make them. */
const anchorsOf = (page: string): string[] =>
  headingsOf(page).map(
    (heading) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-')}`,
  );
