import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSource } from '../architecture/source.js';
import { manifest, root } from './manifest.js';

/** `client` for the entrance `latchkey/client`. */
const entrances = Object.keys(manifest.exports)
  .map((name) => (name === '.' ? 'index' : name.slice('./'.length)))
  .filter((name) => !name.includes('.'));

describe('the exported names are those agreed on (change them with: npm test -- --project unit -u)', () => {
  test.each(entrances)('of %s', async (entrance) => {
    const path = join(root, 'src', `${entrance}.ts`);
    const names = readSource(path, readFileSync(path, 'utf8')).exported;
    await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`exports/${entrance}.txt`);
  });
});
