import type { getPolicy, getPolicyEvaluations, listPolicies } from '../../../../contract/policies.queries.js';
import { refused } from '../../../../contract/refusals.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import { evaluationsOf } from '../../engine/castVotes.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { findActivity } from '../../engine/record.js';
import { findPolicy, policiesIn, writePolicy } from './records.js';

export const answerGetPolicy: AnswerQuery<typeof getPolicy> = async ({ policyId }, { db, organization }) => ({
  policy: writePolicy(await findPolicy(db, organization, policyId)),
});

export const answerListPolicies: AnswerQuery<typeof listPolicies> = async (_request, { db, organization }) => ({
  policies: (await policiesIn(db, organization)).map(writePolicy),
});

/** The outcomes of one vote have that vote's id: there is one set per vote. */
export const answerGetPolicyEvaluations: AnswerQuery<typeof getPolicyEvaluations> = async (request, { db }) => {
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
      policyEvaluations: [...outcomes],
      createdAt: timestampOf(createdAtMs),
    })),
  };
};
