import { expect, test } from 'vitest';
import { parts } from './parts.js';
import { installedPrograms, programKinds } from './smuggling/fronts.js';
import { smuggling } from './smuggling/smuggling.js';

/** The attacks of `npm run check:security`, a hundredth of each. */
const inTests = parts.filter(({ onlyInTheCheck }) => !onlyInTheCheck);
test.each(inTests.map((part) => [part.name, part] as const))('%s', async (_, { run }) => {
  const lines = await run({ seed: 1, scale: 0.01 });
  expect(lines.length).toBeGreaterThan(0);
});

const fronts = installedPrograms().map(({ kind }) => kind);
if (process.env.REQUIRE_FRONTS) {
  test('nginx and haproxy are installed, as REQUIRE_FRONTS requires', () => expect(fronts).toEqual(programKinds));
}
if (fronts.length > 0) {
  test(`T-56 smuggling behind ${fronts.join(' and ')}`, async () => {
    const lines = await smuggling.run({ seed: 1, scale: 0.01 });
    expect(lines.filter((line) => /^nothing smuggled, 0 of \d+ honest/.test(line))).toHaveLength(1);
  });
} else {
  process.stdout.write('Neither nginx nor haproxy is installed: smuggling is tried without a front only.\n');
}
