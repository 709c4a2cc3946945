import { expect, test } from 'vitest';
import { bundleKinds, newReader, readBent } from '../../support/bentBundles.js';
import { seeded } from '../../support/chance.js';

test.each(bundleKinds)('T-42, F-13 $name that was changed in any of 2,000 ways is refused', async (kind) => {
  const reader = await newReader();
  await kind.read(await kind.join(await kind.split(await kind.make(reader))), reader);
  const { read, codes } = await readBent(kind, 2_000, seeded(43));
  expect(read).toEqual([]);
  expect(codes.filter((code) => !/^(BUNDLE|HPKE)_/.test(code))).toEqual([]);
});
