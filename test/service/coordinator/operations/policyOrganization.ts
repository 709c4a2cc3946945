import { getActivity } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { type CreatePolicyParameters, createPolicy } from '../../../../src/contract/policies.js';
import {
  type GetPolicyEvaluationsResponse,
  getPolicyEvaluations,
  type ListPoliciesResponse,
  listPolicies,
} from '../../../../src/contract/policies.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { act, done, makeMember, makeSubOrganization, type Party } from '../../../support/parties.js';
import { ask } from '../../../support/wire.js';

/** The condition of a policy about new wallets. */
export const makesWallets = "activity.resource == 'WALLET' && activity.action == 'CREATE'";

let names = 0;

/** A name that nothing had before. */
export function unique(name: string): string {
  names += 1;
  return `${name} ${names}`;
}

/** A sub-organization with two members beside its root user, who makes policies for them. */
export async function makePolicyOrganization(service: TestService) {
  const { users, organizationId } = await makeSubOrganization(service);
  const root = users[0];
  const member = await makeMember(service, organizationId, service.organizationId, 'Mona');
  const other = await makeMember(service, organizationId, service.organizationId, 'Otto');
  const allow = (policy: Partial<CreatePolicyParameters>) =>
    done(service, root, createPolicy, { policyName: unique('Policy'), effect: 'EFFECT_ALLOW', ...policy });
  const deny = (policy: Partial<CreatePolicyParameters>) => allow({ effect: 'EFFECT_DENY', ...policy });
  const wallet = (by: Party, accounts: object[] = []) =>
    act(service, by, createWallet, { walletName: unique('Wallet'), accounts });
  const read = async (by: Party, { id, organizationId }: Activity) => {
    const request = { organizationId, activityId: id };
    return (await ask<{ activity: Activity }>(service, by.key, getActivity, request)).activity;
  };
  const list = async () =>
    (await ask<ListPoliciesResponse>(service, root.key, listPolicies, { organizationId: root.organizationId }))
      .policies;
  const evaluationsOf = async ({ id }: Activity) => {
    const request = { organizationId: root.organizationId, activityId: id };
    const answer = await ask<GetPolicyEvaluationsResponse>(service, root.key, getPolicyEvaluations, request);
    return answer.policyEvaluations;
  };
  const isMember = () => `approvers.any(u, u.id == '${member.userId}')`;
  return { root, member, other, allow, deny, wallet, read, list, evaluationsOf, isMember };
}

export type PolicyOrganization = Awaited<ReturnType<typeof makePolicyOrganization>>;
