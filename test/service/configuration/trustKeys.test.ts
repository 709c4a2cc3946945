import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trustPublicKey } from '../../../src/service/configuration/trustKeys.js';
import type { Store } from '../../../src/service/store/store.js';
import { databases } from '../../support/stores.js';

describe.each(databases)('The public halves of trust keys on $name', ({ open }) => {
  let stores: readonly Store[];
  beforeEach(async () => {
    stores = [await open(), await open()];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
  });

  test('are read once for a parent and its sub-organizations, in each store for itself', async () => {
    const parent = { organization_id: 'parent', parent_id: null };
    const child = { organization_id: 'child', parent_id: 'parent' };
    for (const [index, { db }] of stores.entries()) {
      const add = (organization_id: string, purpose: 'signer' | 'notarizer') =>
        db
          .insertInto('trust_keys')
          .values({
            organization_id,
            purpose,
            public_key: `${organization_id} ${purpose} ${index}`,
            sealed_key: new Uint8Array(1),
          })
          .execute();
      await add('parent', 'signer');
      await add('parent', 'notarizer');
      await add('other', 'signer');
      expect(await trustPublicKey(db, parent, 'signer')).toBe(`parent signer ${index}`);
      await db
        .deleteFrom('trust_keys')
        .where('organization_id', '=', 'parent')
        .where('purpose', '=', 'signer')
        .execute();
      expect(await trustPublicKey(db, child, 'signer')).toBe(`parent signer ${index}`);
      expect(await trustPublicKey(db, parent, 'notarizer')).toBe(`parent notarizer ${index}`);
      expect(await trustPublicKey(db, { ...parent, organization_id: 'other' }, 'signer')).toBe(`other signer ${index}`);
    }
  });
});
