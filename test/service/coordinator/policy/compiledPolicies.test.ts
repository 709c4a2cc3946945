import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPolicies } from '../../../../src/contract/policies.js';
import { policiesOf } from '../../../../src/service/coordinator/policy/organizationPolicies.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { done, makeSubOrganization } from '../../../support/parties.js';

let charged = 0;
const work = {
  charge: <Result>(run: () => Result): Result => {
    charged += 1;
    return run();
  },
};
beforeEach(() => {
  charged = 0;
});

/** An organization with three policies. */
async function withPolicies(service: TestService): Promise<string> {
  const { organizationId, users } = await makeSubOrganization(service);
  const policies = [1, 2, 3].map((number) => ({
    policyName: `Policy ${number}`,
    effect: 'EFFECT_ALLOW' as const,
    condition: "activity.action == 'SIGN'",
    consensus: '',
    notes: '',
  }));
  await done(service, users[0], createPolicies, { policies });
  return organizationId;
}

const compiled = async ({ service: { tools } }: TestService, organizationId: string) => {
  const { db } = tools.store;
  const organization = await db
    .selectFrom('organizations')
    .select(['organization_id', 'policies_revision'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return policiesOf(db, organization, work);
};

async function serviceOfTest(): Promise<TestService> {
  const service = await createTestService();
  onTestFinished(service.close);
  return service;
}

test('A-66: Policies that are compiled anew are charged to whoever asks for them, each by itself.', async () => {
  const service = await serviceOfTest();
  const organizationId = await withPolicies(service);
  expect(await compiled(service, organizationId)).toHaveLength(3);
  expect(charged).toBe(3);
  expect(await compiled(service, organizationId)).toHaveLength(3);
  expect(charged).toBe(3);
});

test('A-66: Organizations with very long policies put those of others out of no cache.', async () => {
  const service = await serviceOfTest();
  const organizationId = await withPolicies(service);
  const [of, { db }] = [await withPolicies(service), service.service.tools.store];
  await compiled(service, organizationId);
  const condition = `activity.action == '${'A'.repeat(400_000)}'`;
  await db.updateTable('policies').set({ condition }).where('organization_id', '=', of).execute();
  for (const policies_revision of ['one', 'two', 'three', 'four']) {
    await db.updateTable('organizations').set({ policies_revision }).where('organization_id', '=', of).execute();
    await compiled(service, of);
  }
  charged = 0;
  await compiled(service, organizationId);
  expect(charged).toBe(0);
});
