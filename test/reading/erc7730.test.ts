import { expect } from 'vitest';
import type { Description } from '../../src/reading/clearSigning/description.js';
import { testShared } from '../support/publishedVectors.js';
import { findVectors } from '../support/vectorFolders.js';
import { type Expected, registryCases } from './registryCases.js';

/** Addresses have no checksum here, as in all that the kit shows. */
const lower = (text: string) => text.replace(/0x[\da-f]{40}\b/gi, (address) => address.toLowerCase());

const expectedText = ({ intent, owner, fields }: Expected): string =>
  JSON.stringify([
    ...[intent, owner],
    ...fields.map(({ label, value }) => [label, typeof value === 'string' ? lower(value) : expectedText(value)]),
  ]);

const saidText = ({ intent, owner, fields }: Description): string =>
  JSON.stringify([
    ...[intent, owner],
    ...fields.map(({ label, value, call }) => [label, call ? saidText(call) : value]),
  ]);

testShared(findVectors('erc7730'), 'the cases of the registry, in the words that it expects', async (folder) => {
  const count = { right: 0, different: 0, refused: 0 };
  for (const { describe, expected } of registryCases(folder)) {
    const said = await describe();
    if (!said) count.refused += 1;
    else if (saidText(said) === expectedText(expected)) {
      count.right += 1;
      if (expected.interpolatedIntent !== undefined) expect(said.sentence).toBe(lower(expected.interpolatedIntent));
    } else count.different += 1;
  }
  process.stdout.write(`ERC-7730: ${JSON.stringify(count)}\n`);
  // What differs are names: of people by ENS, of contracts and of collections. Nobody here knows them, so that the address stands.
  expect(count.right).toBeGreaterThanOrEqual(302);
});
