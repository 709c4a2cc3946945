import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../support/filesIn.js';
import { manifest, root } from './manifest.js';

const files = ['test', 'checks', 'bench'].flatMap((folder) => filesIn(root, folder));

test('every test file belongs to a project', () => {
  const lost = files.filter(
    (path) => /\.(test|spec)\.\w+$/.test(path) && !/\.test\.ts$|^test\/browser\/.*\.test\.tsx$/.test(path),
  );
  expect(lost, 'a test is *.test.ts; in test/browser also *.test.tsx').toEqual([]);
});

test('every project of tests is run by one script, and every such script is a step of CI whose tests are counted', () => {
  const projects = [...read('vitest.config.ts').matchAll(/^ +name: '([\w-]+)',/gm)].map(([, name]) => name);
  const scripts = Object.entries(manifest.scripts).filter(
    ([name, line]) => /^test(:|$)/.test(name) && line.startsWith('vitest '),
  );
  const run = scripts.flatMap(([, line]) => [...line.matchAll(/--project (\S+)/g)].map(([, name]) => name));
  expect(projects.length).toBeGreaterThan(4);
  expect(run.sort()).toEqual(projects.sort());
  const counted = read('.ci/run').matchAll(/^tests npm (?:run --silent )?(\S+)$/gm);
  expect([...counted].map(([, name]) => name).sort()).toEqual(scripts.map(([name]) => name).sort());
});

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
