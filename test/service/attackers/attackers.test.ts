import { expect, test } from 'vitest';
import { parts } from '../../../checks/attackers/parts.js';

/** The same attacks as `npm run check:attackers`, a hundredth of them. */
const inTests = parts.filter(({ onlyInTheCheck }) => !onlyInTheCheck);
test.each(inTests.map((part) => [part.name, part] as const))('%s', async (_, { run }) => {
  const lines = await run({ seed: 1, scale: 0.01 });
  expect(lines.length).toBeGreaterThan(0);
});
