import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { type CreatePolicyParameters, createPolicies, deletePolicies } from '../../../../src/contract/policies.js';
import { type ListPoliciesResponse, listPolicies } from '../../../../src/contract/policies.queries.js';
import { proxyOtpLogin } from '../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, done, makeSubOrganization, type Party } from '../../../support/parties.js';
import { tooMany } from '../../../support/policies/costly.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy, loginRequest, verifiedToken } from '../../../support/wire.js';

describe.each(databases)('a root quorum of two on $name', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());

  const logIn = async (root: Party): Promise<Party> => {
    const key = await createSigningKey();
    await done(service, root, stampLogin, { publicKey: key.publicKey });
    return { ...root, key };
  };
  const approved = async (
    [one, other]: readonly [Party, Party],
    row: Parameters<typeof act>[2],
    parameters: object,
  ) => {
    const waiting = await act(service, one, row, parameters);
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, other, approveActivity, { fingerprint: waiting.fingerprint });
  };
  const policiesOf = async ({ key, organizationId }: Party) =>
    (await ask<ListPoliciesResponse>(service, key, listPolicies, { organizationId })).policies;

  test.each<[string, CreatePolicyParameters[]]>([
    ['a policy that denies everything', [{ policyName: 'Nobody', effect: 'EFFECT_DENY' }]],
    ['policies beyond a decision’s budget', tooMany()],
  ])('A-72: logs in and votes %s away', async (_, policies) => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [one, other] = users as [Party, Party];
    await approved([one, other], createPolicies, { policies });
    const sessions = [await logIn(one), await logIn(other)] as const;
    const policyIds = (await policiesOf(sessions[0])).map(({ policyId }) => policyId);
    expect(policyIds).toHaveLength(policies.length);
    await approved(sessions, deletePolicies, { policyIds });
    expect(await policiesOf(sessions[1])).toEqual([]);
  });

  test.each<[string, CreatePolicyParameters[]]>([
    ['a policy that denies everything', [{ policyName: 'Nobody', effect: 'EFFECT_DENY' }]],
    ['policies beyond a decision’s budget', tooMany()],
  ])('A-72: a root member who logs in by a code passes %s', async (_, policies) => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [one, other] = users as [Party, Party];
    const contact = `root-${policies.length}@example.com`;
    await service.service.tools.store.transaction(async (transaction) => {
      const verified = { email: contact, email_verified: 1 as const };
      await transaction.updateTable('users').set(verified).where('user_id', '=', one.userId).execute();
    });
    await approved([one, other], createPolicies, { policies });
    const { token, key } = await verifiedToken(service, contact);
    await callProxy(service, proxyOtpLogin, await loginRequest(token, key, organizationId));
    expect(await policiesOf({ ...one, key })).toHaveLength(policies.length);
  });
});
