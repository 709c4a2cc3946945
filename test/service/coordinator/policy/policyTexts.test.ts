import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import {
  type CreatePolicyParameters,
  createPolicies,
  createPolicy,
  deletePolicy,
  updatePolicy,
} from '../../../../src/contract/policies.js';
import { type GetPolicyEvaluationsResponse, getPolicyEvaluations } from '../../../../src/contract/policies.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  act,
  codeOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';

const isWallet = "activity.resource == 'WALLET'";
/** Reads from the right, has surrogates, and is hostile to a page. */
const hostile = '<img src=x> שלום \u{1F511}';
/** Turns what follows it around. Names may not have it. */
const override = '\u202E';

describe.each(databases)('why an activity was decided so, on $name', ({ open }) => {
  let service: TestService;
  let made = 0;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());

  /** An organization with a member. */
  async function make() {
    const { users, organizationId } = await makeSubOrganization(service);
    const member = await makeMember(service, organizationId, service.organizationId, 'Mona');
    return { root: users[0], member, organizationId };
  }

  const wallet = (party: Party) => {
    made += 1;
    return act(service, party, createWallet, { walletName: `Wallet ${made}`, accounts: [] });
  };

  const why = (party: Party, activityId: string) =>
    ask<GetPolicyEvaluationsResponse>(service, party.key, getPolicyEvaluations, {
      organizationId: party.organizationId,
      activityId,
    });

  /** The parts that decided, as texts, by the policies' names at that time. */
  async function parts(party: Party, activityId: string): Promise<Record<string, string[]>> {
    const { policyEvaluations, policyTexts = [] } = await why(party, activityId);
    const last = policyEvaluations.at(-1)?.policyEvaluations ?? [];
    return Object.fromEntries(
      last.map(({ policyId, policyRevision, deciding = [] }) => {
        const text = policyTexts.find((each) => each.policyId === policyId && each.policyRevision === policyRevision);
        return [
          text?.policyName,
          deciding.map(({ clause, from, to }) => `${clause}: ${text?.[clause].slice(from, to)}`),
        ];
      }),
    );
  }

  const allow = (party: Party, policy: Partial<CreatePolicyParameters>) =>
    done(service, party, createPolicy, { policyName: 'All', effect: 'EFFECT_ALLOW', ...policy });

  test('the parts that decided are told, in the texts of then, though policies were changed, renamed and deleted', async () => {
    const { root, member } = await make();
    const consensus = "false || approvers.any(u, u.alias == 'Mona')";
    const { policyId } = await allow(root, { condition: isWallet, consensus });
    const other = await allow(root, {
      policyName: hostile,
      condition: `${isWallet} && '${hostile}${override}' != '${hostile}${override}' && true`,
    });
    const { id } = await wallet(member);
    const then = {
      All: [`condition: ${isWallet}`, "consensus: approvers.any(u, u.alias == 'Mona')"],
      [hostile]: [`condition: '${hostile}${override}' != '${hostile}${override}'`],
    };
    expect(await parts(member, id)).toEqual(then);
    await done(service, root, updatePolicy, { policyId, policyName: 'Renamed', policyConsensus: '' });
    await done(service, root, deletePolicy, { policyId: other.policyId });
    const later = await wallet(member);
    expect(await parts(member, later.id)).toEqual({ Renamed: [`condition: ${isWallet}`] });
    await done(service, root, deletePolicy, { policyId });
    expect(await parts(root, id)).toEqual(then);
    expect(await parts(root, later.id)).toEqual({ Renamed: [`condition: ${isWallet}`] });
  });

  test('of what waits, the texts are those of what each policy said last', async () => {
    const { root, member, organizationId } = await make();
    const other = await makeMember(service, organizationId, service.organizationId, 'Otto');
    const { policyId } = await allow(root, { condition: isWallet, consensus: 'approvers.count() == 2' });
    const waiting = await wallet(member);
    expect(await parts(member, waiting.id)).toEqual({ All: ['consensus: approvers.count() == 2'] });
    await done(service, root, updatePolicy, { policyId, policyConsensus: '1 > 2 || approvers.count() >= 2' });
    await act(service, other, approveActivity, { fingerprint: waiting.fingerprint });
    expect(await parts(member, waiting.id)).toEqual({
      All: [`condition: ${isWallet}`, 'consensus: approvers.count() >= 2'],
    });
    const { policyEvaluations, policyTexts } = await why(member, waiting.id);
    expect(policyEvaluations.map((vote) => vote.policyEvaluations[0]?.policyRevision)).toHaveLength(2);
    expect(policyTexts).toHaveLength(1);
  });

  test('a text is kept once a vote names it, once for all votes', async () => {
    const { root, member, organizationId } = await make();
    const texts = () =>
      service.service.tools.store.db
        .selectFrom('policy_texts')
        .select(['policy_name', 'condition'])
        .where('organization_id', '=', organizationId)
        .execute();
    const { policyId } = await allow(root, { condition: isWallet });
    for (const policyNotes of ['a', 'b', 'c']) await done(service, root, updatePolicy, { policyId, policyNotes });
    expect(await texts()).toEqual([]);
    await wallet(member);
    await wallet(member);
    expect(await texts()).toEqual([{ policy_name: 'All', condition: isWallet }]);
    await allow(root, { policyName: 'More', condition: isWallet });
    await wallet(member);
    expect((await texts()).map(({ policy_name }) => policy_name).sort()).toEqual(['All', 'More']);
  });

  test('a text is kept for 400 days after its policy was changed or deleted, and one of now without end', async () => {
    const { root, member, organizationId } = await make();
    const { db } = service.service.tools.store;
    const names = async () => {
      const rows = await db
        .selectFrom('policy_texts')
        .select('policy_name')
        .where('organization_id', '=', organizationId)
        .execute();
      return rows.map(({ policy_name }) => policy_name).sort();
    };
    const afterDays = async (days: number) => {
      service.clock.advanceMs(days * 24 * 60 * 60_000);
      await service.service.deliver();
    };
    const { policyId } = await allow(root, { policyName: 'Old', condition: isWallet });
    const gone = await allow(root, { policyName: 'Gone', condition: isWallet });
    const { id } = await wallet(member);
    await afterDays(500);
    expect(await names()).toEqual(['Gone', 'Old']);
    await done(service, root, updatePolicy, { policyId, policyName: 'New' });
    await done(service, root, deletePolicy, { policyId: gone.policyId });
    await wallet(member);
    await afterDays(399);
    expect(await names()).toEqual(['Gone', 'New', 'Old']);
    expect((await why(member, id)).policyTexts).toHaveLength(2);
    await afterDays(2);
    expect(await names()).toEqual(['New']);
    const later = await why(member, id);
    expect(later.policyTexts).toEqual([]);
    expect(later.policyEvaluations[0]?.policyEvaluations).toHaveLength(2);
    await afterDays(1000);
    expect(await names()).toEqual(['New']);
  });

  test('two changes in one millisecond are two texts', async () => {
    const { root, member } = await make();
    const { policyId } = await allow(root, { condition: isWallet });
    const first = await wallet(member);
    for (const policyName of ['Second', 'Third']) await done(service, root, updatePolicy, { policyId, policyName });
    const second = await wallet(member);
    expect(await parts(member, first.id)).toEqual({ All: [`condition: ${isWallet}`] });
    expect(await parts(member, second.id)).toEqual({ Third: [`condition: ${isWallet}`] });
  });

  test('a hundred policies, of which one has 16 KiB, are told whole', async () => {
    const { root, member } = await make();
    const long = `${`'${'a'.repeat(16)}' != 'b' && `.repeat(560)}${isWallet} && 1 == 2`;
    const policies = Array.from({ length: 100 }, (_, index) => ({
      policyName: `Policy ${index}`,
      effect: 'EFFECT_ALLOW' as const,
      condition: index === 50 ? long : index === 70 ? isWallet : `1 == 1 && 2 == ${index + 3}`,
    }));
    await done(service, root, createPolicies, { policies });
    const { id } = await wallet(member);
    const told = await parts(member, id);
    expect(Object.keys(told)).toHaveLength(100);
    expect(told).toMatchObject({
      'Policy 0': ['condition: 2 == 3'],
      'Policy 50': ['condition: 1 == 2'],
      'Policy 70': [`condition: ${isWallet}`],
    });
  });

  test('others read nothing of it: another organization, another parent, the proxy user', async () => {
    const { root, member, organizationId } = await make();
    await allow(root, { condition: isWallet });
    const { id } = await wallet(member);
    const elsewhere = await make();
    for (const stranger of [elsewhere.root, await makeOtherParent(service), await proxyOf(service)]) {
      const body = JSON.stringify({ organizationId, activityId: id });
      const answer = await sendStamped(service, stranger.key, getPolicyEvaluations, body);
      expect(answer.ok).toBe(false);
      expect(['PUBLIC_KEY_NOT_FOUND', 'NOT_AUTHORIZED']).toContain(await codeOf(answer));
    }
    const parent = await rootOf(service);
    expect(await parts({ ...parent, organizationId }, id)).toEqual({ All: [`condition: ${isWallet}`] });
  });

  test('what was decided before parts were recorded has none, and what is decided after it has, though no policy was changed', async () => {
    const { root, member, organizationId } = await make();
    const { db } = service.service.tools.store;
    const { policyId } = await allow(root, { condition: isWallet });
    const { policies_revision } = await db
      .selectFrom('organizations')
      .select('policies_revision')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    // As an earlier version kept it.
    const revision = policies_revision ?? '';
    const kept = {
      organization_id: organizationId,
      revision,
      policy_ids: JSON.stringify([policyId]),
      policy_times: null,
    };
    await db.insertInto('policy_revisions').values(kept).execute();
    const { id } = await wallet(member);
    expect(await parts(member, id)).toEqual({ All: [`condition: ${isWallet}`] });
    const where = (column: 'sole_vote') => db.selectFrom('activities').select(column).where('activity_id', '=', id);
    const { sole_vote } = await where('sole_vote').executeTakeFirstOrThrow();
    const earlier = (sole_vote ?? '').replace(/,"deciding":"[^"]*"/, '');
    expect(earlier).not.toBe(sole_vote);
    await db.updateTable('activities').set({ sole_vote: earlier }).where('activity_id', '=', id).execute();
    const { policyEvaluations, policyTexts } = await why(member, id);
    expect(policyEvaluations[0]?.policyEvaluations).toEqual([{ policyId, outcome: 'OUTCOME_ALLOW' }]);
    expect(policyTexts).toEqual([]);
  });
});
