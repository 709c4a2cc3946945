import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './manifest.js';

/** By path relative to test/, with forward slashes. */
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.includes('node_modules/'));

test('no test lies where no project looks for it', () => {
  const lost = files.filter(
    (path) => /\.(test|spec)\.\w+$/.test(path) && !/\.test\.ts$|^browser\/.*\.test\.tsx$/.test(path),
  );
  expect(lost, 'a test is *.test.ts; in test/browser also *.test.tsx').toEqual([]);
});
