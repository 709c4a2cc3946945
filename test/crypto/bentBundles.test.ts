import { expect, test } from 'vitest';
import { bundleKinds, newReader, readBent } from '../support/bentBundles.js';
import { seeded } from '../support/chance.js';
import { codeOf } from '../support/errors.js';

test.each(bundleKinds)('T-42, F-13 $name that was changed in any of 2,000 ways is refused', async (kind) => {
  const reader = await newReader();
  await kind.read(await kind.join(await kind.split(await kind.make(reader))), reader);
  const { read, codes } = await readBent(kind, 2_000, seeded(42));
  expect(read).toEqual([]);
  expect(codes.filter((code) => !/^(BUNDLE|HPKE)_/.test(code))).toEqual([]);
});

test('T-42 a bundle of one kind is none of another', async () => {
  const reader = await newReader();
  for (const made of bundleKinds) {
    const bundle = await made.make(reader);
    for (const asked of bundleKinds.filter((kind) => kind !== made)) {
      expect(await codeOf(() => asked.read(bundle, reader)), `${made.name} as ${asked.name}`).toMatch(/^BUNDLE_/);
    }
  }
});
