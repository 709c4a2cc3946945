import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './manifest.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const coloursOf = (text: string): string[] => [...new Set(text.match(/#[\da-f]{6}\b/gi) ?? [])];

/** The colours of the screens, and the demo's own: the page's background, and the colour of success. */
const agreed = [...coloursOf(read('src/components/styles/tokens.css')), '#0d0f14', '#116a41', '#6fd8a4'];

test.each([
  'demo/tokens.css',
  'demo/panes.css',
  'demo/app.css',
  'test/journeys/page/page.css',
  'src/service/dev/devStyle.ts',
  'src/service/delivery/htmlMail.ts',
])('the colours of %s are those of the screens', (path) => {
  expect(coloursOf(read(path)).filter((colour) => !agreed.includes(colour))).toEqual([]);
});
