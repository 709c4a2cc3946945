import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource } from '../architecture/source.js';

test('a screen of an app’s own takes at most 40 lines, useLogin() and no component of ours', () => {
  const text = readFileSync(new URL('../../stories/OwnScreen.tsx', import.meta.url), 'utf8');
  const { lines, imports } = readSource('OwnScreen.tsx', text);
  expect(lines).toBeLessThanOrEqual(40);
  expect(imports.flatMap(({ name, names }) => (name === 'react' ? [] : [[name, ...names]]))).toEqual([
    ['../src/index.js', 'LoginOptions', 'useLogin'],
  ]);
});
