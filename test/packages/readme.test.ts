import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { devConfigId } from '../../src/service/dev/devSettings.js';
import { snippet } from '../../src/service/dev/snippet.js';
import { root } from './manifest.js';

const readme = read('README.md');
const packed = packedFiles();
/** Texts about the repository are not part of the npm package. */
const ofThePackage = readme.replace(/In the repository: .*$/s, '');

test('the README holds no link that a registry’s page cannot follow', () => {
  expect(linksOf(readme).filter((link) => !/^(https?:\/\/|#)/.test(link))).toEqual([]);
  const anchors = linksOf(readme).filter((link) => link.startsWith('#'));
  expect(anchors.filter((anchor) => !anchorsOf(readme).includes(anchor))).toEqual([]);
});

test('every page that the README names is in the package, with the chapter that it names', () => {
  const named = [...ofThePackage.matchAll(/`((?:docs\/)?[\w-]+\.md|LICENSE)`(?:, "([^"]+)")?/g)];
  expect(named.length).toBeGreaterThan(10);
  const lost = named.filter(
    ([, path = '', chapter]) =>
      !packed.includes(path) || (chapter !== undefined && !headingsOf(read(path)).includes(chapter)),
  );
  expect(lost.map(([text]) => text)).toEqual([]);
});

test('every page of the package is named in the README, those of operations in their list', () => {
  const pages = packed.filter((path) => !path.startsWith('dist/') && !['package.json', 'README.md'].includes(path));
  expect(pages.length).toBeGreaterThan(5);
  const operations = linksOf(read('docs/operations.md')).map((link) => `docs/${link.replace(/#.*/, '')}`);
  expect(pages.filter((path) => !ofThePackage.includes(`\`${path}\``) && !operations.includes(path))).toEqual([]);
});

test('a link from one page of the package leads to another of them', () => {
  for (const page of packed.filter((path) => path.endsWith('.md'))) {
    for (const link of linksOf(read(page)).filter((link) => !/^https?:\/\//.test(link))) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      expect(packed, `${page} leads to ${link}`).toContain(target);
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

/** The text without its code. */
function linksOf(page: string): string[] {
  const text = page.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)[^)]*\)|\b(?:href|src)="([^"]+)"|^\[[^\]]+\]:\s*(\S+)/gm)].map(
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
