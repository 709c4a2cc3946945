import { expect, test } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import { emptyStores } from '../../support/stores.js';
import { migrateUntil } from './olderDatabase.js';

test.each(emptyStores)(
  'of organizations with policies, an upgrade keeps which ones they have now, in the order of their ids: on $name',
  async ({ open }) => {
    const store = await open();
    const { db } = store;
    await migrateUntil(store, '0029');
    const revisions = { acme: 'third', emptied: 'second', never: null };
    for (const [organization_id, policies_revision] of Object.entries(revisions))
      await db
        .insertInto('organizations')
        .values({
          ...{ organization_id, policies_revision, parent_id: null, name: organization_id, root_quorum_threshold: 1 },
          ...{ features: '{}', created_at_ms: 1 },
        } as never)
        .execute();
    const policy = { effect: 'EFFECT_ALLOW', condition: '', consensus: '', time: '', notes: '' } as const;
    for (const policy_id of ['b', 'a'])
      await db
        .insertInto('policies')
        .values({
          ...{ ...policy, organization_id: 'acme', policy_id, policy_name: policy_id },
          ...{ created_at_ms: 1, updated_at_ms: 1 },
        } as never)
        .execute();
    await migrate(store);
    expect(await db.selectFrom('policy_revisions').selectAll().orderBy('organization_id').execute()).toMatchObject([
      {
        organization_id: 'acme',
        revision: 'third',
        policy_ids: expect.stringMatching(/^\["a", ?"b"\]$/),
        policy_times: null,
      },
      { organization_id: 'emptied', revision: 'second', policy_ids: '[]', policy_times: null },
    ]);
    await store.close();
  },
);
