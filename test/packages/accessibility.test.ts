import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './manifest.js';

const page = readFileSync(join(root, 'docs/accessibility.md'), 'utf8');

test('every test that the page on accessibility names is there, by its title', () => {
  const named = [...page.matchAll(/`(test\/[\w/.]+)` "([^"]+)"/g)];
  expect(named.length).toBeGreaterThan(25);
  const lost = named.filter(([, path = '', title = '']) => !readFileSync(join(root, path), 'utf8').includes(title));
  expect(lost.map(([text]) => text)).toEqual([]);
});
