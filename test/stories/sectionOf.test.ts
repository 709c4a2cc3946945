import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sectionOf } from '../../stories/guides/sectionOf.js';

const page = [
  '# All',
  'before',
  '## One',
  'first',
  '```sh',
  '## no heading',
  '```',
  '### Part',
  'of one',
  '## Two',
  'second',
];

test('a section ends where the next one of its level begins, and a comment in code is no heading', () => {
  expect(sectionOf(page.join('\n'), 'One').split('\n')).toEqual(page.slice(3, 9));
  expect(sectionOf(page.join('\n'), 'Two')).toBe('second');
  expect(sectionOf(page.join('\n'), 'All')).toContain('second');
  expect(() => sectionOf(page.join('\n'), 'Three')).toThrow('No section is called Three.');
});

test.each([
  ['docs/login.md', 'Add login in five minutes'],
  ['docs/login.md', 'A screen of your own'],
  ['docs/look.md', 'The look'],
  ['docs/oauth.md', 'OAuth: redirect and CSP'],
  ['docs/passkeys.md', 'Passkeys in production'],
])('%s has the section that a guide shows: %s', (path, heading) => {
  expect(sectionOf(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'), heading).length).toBeGreaterThan(
    500,
  );
});
