import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './manifest.js';

/** By path relative to the project, with forward slashes. */
const files = ['test', 'checks', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('node_modules/')),
);

test('no test lies where no project looks for it', () => {
  const lost = files.filter(
    (path) => /\.(test|spec)\.\w+$/.test(path) && !/\.test\.ts$|^test\/browser\/.*\.test\.tsx$/.test(path),
  );
  expect(lost, 'a test is *.test.ts; in test/browser also *.test.tsx').toEqual([]);
});
