import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createPolicy, deletePolicy, updatePolicy } from '../../../../src/contract/policies.js';
import { type GetPolicyEvaluationsResponse, getPolicyEvaluations } from '../../../../src/contract/policies.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { openLibsql } from '../../../../src/service/store/openLibsql.js';
import { StoreError } from '../../../../src/service/store/storeError.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, done, makeMember, makeSubOrganization } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';

describe.each(databases)('A-71: on $name', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());

  const revisionsOf = (organizationId: string) =>
    service.service.tools.store.db
      .selectFrom('policy_revisions')
      .select(['revision', 'policy_ids'])
      .where('organization_id', '=', organizationId)
      .execute();

  test('a revision of the policies is kept once a vote names it, and none that no vote names', async () => {
    const { users, organizationId } = await makeSubOrganization(service);
    const [root] = users;
    const member = await makeMember(service, organizationId, service.organizationId, 'Mona');
    const other = await makeMember(service, organizationId, service.organizationId, 'Otto');
    const evaluations = async (activityId: string) => {
      const request = { organizationId, activityId };
      const answer = await ask<GetPolicyEvaluationsResponse>(service, root.key, getPolicyEvaluations, request);
      return answer.policyEvaluations.map(({ policyEvaluations }) => policyEvaluations);
    };
    const wallet = (walletName: string) => act(service, member, createWallet, { walletName, accounts: [] });
    const { policyId } = await done(service, root, createPolicy, { policyName: 'All', effect: 'EFFECT_ALLOW' });
    for (let count = 0; count < 10; count += 1)
      await done(service, root, updatePolicy, { policyId, policyNotes: `Note ${count}` });
    expect(await revisionsOf(organizationId)).toEqual([]);
    const first = await wallet('First');
    await wallet('Second');
    expect(await revisionsOf(organizationId)).toMatchObject([{ policy_ids: JSON.stringify([policyId]) }]);
    // A vote on what waits names one, too.
    const consensus = 'approvers.count() == 2';
    await done(service, root, updatePolicy, { policyId, policyConsensus: consensus });
    const third = await wallet('Third');
    expect(third.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, root, updatePolicy, { policyId, policyNotes: 'Later' });
    await act(service, other, approveActivity, { fingerprint: third.fingerprint });
    expect(await revisionsOf(organizationId)).toHaveLength(3);
    await done(service, root, deletePolicy, { policyId });
    expect(await evaluations(first.id)).toMatchObject([[{ policyId, outcome: 'OUTCOME_ALLOW' }]]);
    expect(await evaluations(third.id)).toMatchObject([
      [{ policyId, outcome: 'OUTCOME_REQUIRES_CONSENSUS' }],
      [{ policyId, outcome: 'OUTCOME_ALLOW' }],
    ]);
    expect(await revisionsOf(organizationId)).toHaveLength(3);
  });
});

test('A-71: where a commit that two votes share fails, the revision that both name is kept when they are recorded again', async () => {
  const store = await openLibsql(':memory:');
  let together: (() => void)[] | undefined;
  let runs = 0;
  const service = await createTestService({
    store: {
      ...store,
      transaction: async (run) => {
        if (!together) return store.transaction(run);
        const waiting = together;
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length < 2) return;
          together = undefined;
          for (const begin of waiting) begin();
        });
        return store.transaction(async (transaction) => {
          const value = await run(transaction);
          runs += 1;
          if (runs === 2) throw new StoreError('STORE_FULL', 'The disk is full.');
          return value;
        });
      },
    },
  });
  const { users, organizationId } = await makeSubOrganization(service);
  const member = await makeMember(service, organizationId, service.organizationId);
  const wallet = (walletName: string) => act(service, member, createWallet, { walletName, accounts: [] });
  await done(service, users[0], createPolicy, { policyName: 'All', effect: 'EFFECT_ALLOW' });
  together = [];
  // No group of a shared commit ends by the time that it takes.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await Promise.all([wallet('First'), wallet('Second')]);
  clock.mockRestore();
  expect(runs).toBe(4);
  const revisions = () => store.db.selectFrom('policy_revisions').select('revision').execute();
  expect(await revisions()).toHaveLength(1);
  await wallet('Third');
  expect(await revisions()).toHaveLength(1);
  await service.close();
});
