import { expect, test } from 'vitest';
import { filesIn } from '../support/filesIn.js';
import { root } from './manifest.js';

const files = ['test', 'checks', 'bench'].flatMap((folder) => filesIn(root, folder));

test('no test lies where no project looks for it', () => {
  const lost = files.filter(
    (path) => /\.(test|spec)\.\w+$/.test(path) && !/\.test\.ts$|^test\/browser\/.*\.test\.tsx$/.test(path),
  );
  expect(lost, 'a test is *.test.ts; in test/browser also *.test.tsx').toEqual([]);
});
