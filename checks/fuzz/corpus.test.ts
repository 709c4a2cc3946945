import { expect, test } from 'vitest';
import { readCorpus } from './corpus.js';
import { targets } from './targets/targets.js';

test.each(targets)('F-04 $name: every input of the corpus is accepted or refused without a fault', async (target) => {
  const seen: string[] = [];
  for (const input of readCorpus(target)) seen.push(await target.run(input));
  expect(new Set(seen)).toEqual(new Set(['accepted', 'refused']));
});
