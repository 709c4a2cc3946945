import type {
  CreatePolicyParameters,
  createPolicies,
  createPolicy,
  deletePolicies,
  deletePolicy,
  updatePolicy,
} from '../../../contract/policies.js';
import type { getPolicy, getPolicyEvaluations, listPolicies } from '../../../contract/policies.queries.js';
import type { EvaluatedPolicy } from '../../../contract/policies.records.js';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { RequestWork } from '../../limits/requestWork.js';
import { inSlices } from '../../slices.js';
import type { Row } from '../../store/schema.js';
import type { ActivityHandler, AnswerQuery, Execution } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { findActivity } from '../engine/record/record.js';
import type { OutcomeOfPolicy } from '../engine/votes/policyOutcomes.js';
import { evaluationsOf } from '../engine/votes/readVotes.js';
import { faultOf } from '../policy/checkPolicy.js';
import {
  addPolicies,
  checkRevision,
  checkText,
  findPolicy,
  noteChange,
  policiesIn,
  writePolicy,
} from '../records/policies.js';
import { letTextsExpire, policyTextsOf } from '../records/policyTexts.js';
import { laterTime } from '../records/revisions.js';

/** Reading expressions takes its time: that comes before the transaction. */
const createPolicyHandler: ActivityHandler<typeof createPolicy, null> = {
  async prepare({ parameters }, { tools }) {
    await checkPolicies([{ ...parameters, members: membersIn('') }], tools.work);
    return null;
  },

  async execute({ parameters }, execution) {
    const policies = newPolicies(execution, [parameters]);
    await addPolicies(execution, policies);
    return done({ policyId: policies[0]?.policy_id ?? '' });
  },
};

const createPoliciesHandler: ActivityHandler<typeof createPolicies, null> = {
  async prepare({ parameters }, { tools }) {
    await checkPolicies(
      parameters.policies.map((policy, place) => ({ ...policy, members: membersIn(`policies.${place}.`) })),
      tools.work,
    );
    return null;
  },

  async execute({ parameters }, execution) {
    const policies = newPolicies(execution, parameters.policies);
    await addPolicies(execution, policies);
    return done({ policyIds: policies.map(({ policy_id }) => policy_id) });
  },
};

const members = { consensus: 'policyConsensus', condition: 'policyCondition', time: 'time' };

/** Each expression is checked by itself, so that the ones that stay need no second look. */
const updatePolicyHandler: ActivityHandler<typeof updatePolicy, null> = {
  async prepare({ parameters: { policyConsensus: consensus, policyCondition: condition, time } }, { tools }) {
    await checkPolicies([{ consensus, condition, time, members }], tools.work);
    return null;
  },

  async execute({ parameters }, execution) {
    const { transaction, organization, nowMs } = execution;
    const policy = await findPolicy(transaction, organization, parameters.policyId);
    checkRevision(policy, parameters.expectedRevision);
    const { policyName, policyEffect, policyCondition, policyConsensus, policyNotes, time } = parameters;
    const others = await policiesIn(transaction, organization);
    if (others.some(({ policy_id, policy_name }) => policy_name === policyName && policy_id !== policy.policy_id))
      throw refused('NAME_TAKEN');
    const changed = {
      policy_name: policyName ?? policy.policy_name,
      effect: policyEffect ?? policy.effect,
      condition: policyCondition ?? policy.condition,
      consensus: policyConsensus ?? policy.consensus,
      time: time ?? policy.time,
      notes: policyNotes ?? policy.notes,
      updated_at_ms: laterTime(policy, nowMs),
    };
    checkText(others, [policy], [changed]);
    await transaction
      .updateTable('policies')
      .set(changed)
      .where('organization_id', '=', organization.organization_id)
      .where('policy_id', '=', policy.policy_id)
      .execute();
    await letTextsExpire(transaction, organization.organization_id, [policy.policy_id], nowMs);
    await noteChange(execution);
    return done({ policyId: policy.policy_id });
  },
};

const deletePolicyHandler: ActivityHandler<typeof deletePolicy> = {
  async execute({ parameters: { policyId, expectedRevision } }, execution) {
    if (expectedRevision !== undefined)
      checkRevision(await findPolicy(execution.transaction, execution.organization, policyId), expectedRevision);
    await remove(execution, [policyId]);
    return done({ policyId });
  },
};

const deletePoliciesHandler: ActivityHandler<typeof deletePolicies> = {
  async execute({ parameters: { policyIds } }, execution) {
    await remove(execution, [...new Set(policyIds)]);
    return done({ policyIds });
  },
};

/** All of them, or none. @throws {RefusedError} POLICY_NOT_FOUND */
async function remove(execution: Execution, policyIds: readonly string[]): Promise<void> {
  const { transaction, organization, nowMs } = execution;
  const removed = await transaction
    .deleteFrom('policies')
    .where('organization_id', '=', organization.organization_id)
    .where('policy_id', 'in', [...policyIds])
    .returning('policy_id')
    .execute();
  if (removed.length < policyIds.length) throw refused('POLICY_NOT_FOUND');
  await letTextsExpire(transaction, organization.organization_id, policyIds, nowMs);
  await noteChange(execution);
}

const answerGetPolicy: AnswerQuery<typeof getPolicy> = async ({ policyId }, { db, organization }) => ({
  policy: writePolicy(await findPolicy(db, organization, policyId)),
});

const answerListPolicies: AnswerQuery<typeof listPolicies> = async (_request, { db, organization }) => ({
  policies: (await policiesIn(db, organization)).map(writePolicy),
});

/** The outcomes of one vote have that vote's id: there is one set per vote. */
const answerGetPolicyEvaluations: AnswerQuery<typeof getPolicyEvaluations> = async (request, { db }) => {
  const { organizationId, activityId } = request;
  const activity = await findActivity(db, organizationId, activityId);
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  const kept = await evaluationsOf(db, [activity]);
  return {
    policyEvaluations: kept.map(({ voteId, outcomes, createdAtMs }) => ({
      id: voteId,
      activityId,
      organizationId,
      voteId,
      policyEvaluations: outcomes.map(writeOutcome),
      createdAt: timestampOf(createdAtMs),
    })),
    policyTexts: await policyTextsOf(db, organizationId, lastOf(kept)),
  };
};

const writeOutcome = ({ policyId, outcome, deciding, updatedAtMs }: OutcomeOfPolicy): EvaluatedPolicy => ({
  policyId,
  outcome,
  ...(deciding && { deciding }),
  ...(updatedAtMs !== undefined && { policyRevision: String(updatedAtMs) }),
});

/** What each policy said last, the newest first. */
function lastOf(kept: readonly { readonly outcomes: readonly OutcomeOfPolicy[] }[]): OutcomeOfPolicy[] {
  const last = new Map<string, OutcomeOfPolicy>();
  for (const each of [...kept].reverse().flatMap(({ outcomes }) => outcomes))
    if (!last.has(each.policyId)) last.set(each.policyId, each);
  return [...last.values()];
}

/** The member that an error in a policy is reported for. */
export type Members = { readonly consensus: string; readonly condition: string; readonly time: string };

type Expressions = { readonly [Clause in keyof Members]?: string | undefined } & { readonly members: Members };

/** Reads the expressions of policies that are to be made, in slices: it takes its time. @throws {RefusedError} POLICY_INVALID */
async function checkPolicies(policies: readonly Expressions[], { charge }: Pick<RequestWork, 'charge'>): Promise<void> {
  const empty = { consensus: '', condition: '', time: '' };
  const expressions = policies.flatMap(({ consensus = '', condition = '', time = '', members }) =>
    [{ consensus }, { condition }, { time }].map((each) => ({ policy: { ...empty, ...each }, members })),
  );
  await inSlices(expressions, ({ policy, members }) => charge(() => checkExpressions(policy, members)));
}

/** @throws {RefusedError} POLICY_INVALID */
function checkExpressions(policy: Pick<Row<'policies'>, 'consensus' | 'condition' | 'time'>, members: Members): void {
  const fault = faultOf(policy, Object.values<ActivityRow>(activityRows));
  if (!fault) return;
  const description = `at character ${fault.at}: ${fault.expected}`;
  const field = `parameters.${members[fault.clause]}`;
  throw refused('POLICY_INVALID', {
    about: `${members[fault.clause]}, ${description}`,
    fieldViolations: [{ field, description }],
  });
}

/** The members that a new policy's expressions come in, of one by itself or of one of several. */
const membersIn = (place: string): Members => ({
  consensus: `${place}consensus`,
  condition: `${place}condition`,
  time: `${place}time`,
});

/** Policies that are to be made, as they are stored. */
const newPolicies = (
  { tools, organization, nowMs }: Execution,
  given: readonly CreatePolicyParameters[],
): Row<'policies'>[] =>
  given.map(({ policyName, effect, condition = '', consensus = '', time = '', notes = '' }) => ({
    organization_id: organization.organization_id,
    policy_id: tools.newTimedId(nowMs),
    policy_name: policyName,
    effect,
    condition,
    consensus,
    time,
    notes,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  }));

export const policiesHandlers = {
  createPolicy: createPolicyHandler,
  createPolicies: createPoliciesHandler,
  updatePolicy: updatePolicyHandler,
  deletePolicy: deletePolicyHandler,
  deletePolicies: deletePoliciesHandler,
};

export const policiesAnswers = {
  getPolicy: answerGetPolicy,
  listPolicies: answerListPolicies,
  getPolicyEvaluations: answerGetPolicyEvaluations,
};
