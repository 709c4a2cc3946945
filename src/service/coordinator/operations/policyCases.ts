import type { updatePolicyCases } from '../../../contract/policyCases.js';
import type { getPolicyCases, simulatePolicies } from '../../../contract/policyCases.queries.js';
import type { WrittenPolicyCase } from '../../../contract/policyCases.records.js';
import { refused } from '../../../contract/refusals.js';
import { inSlices } from '../../slices.js';
import type { ActivityHandler, AnswerQuery, Preparation } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { findActivity } from '../engine/record/record.js';
import { caseRow, casesIn, changeCases, writeCase } from '../records/policyCases.js';
import { findMember } from '../records/users.js';
import { editedPolicies } from '../simulation/editedPolicies.js';
import { oneAtATime } from '../simulation/oneAtATime.js';
import { simulate } from '../simulation/simulate.js';
import { readWritten } from '../simulation/simulatedActivity.js';
import { newSpending } from '../simulation/spending.js';

const updatePolicyCasesHandler: ActivityHandler<typeof updatePolicyCases, null> = {
  async prepare({ parameters: { cases = [] }, organization }, preparation) {
    await inSlices(cases, (each) => checkCase(organization.organization_id, each, preparation));
    if (organization.parent_id !== null) throw refused('POLICY_CASES_NOT_HERE');
    return null;
  },

  async execute({ parameters: { cases = [], deleteCaseIds = [] } }, { tools, transaction, organization, nowMs }) {
    const { organization_id } = organization;
    const added = new Set<string>();
    const put = cases.map((each) => {
      const caseId = each.caseId ?? tools.newTimedId(nowMs);
      if (each.caseId === undefined) added.add(caseId);
      return caseRow(organization_id, caseId, each);
    });
    await changeCases(transaction, organization_id, { put, remove: deleteCaseIds, added });
    return done({ caseIds: put.map(({ case_id }) => case_id) });
  },
};

/** @throws {RefusedError} USER_NOT_FOUND, ACTIVITY_NOT_FOUND, ACTIVITY_TYPE_UNKNOWN, REQUEST_INVALID */
async function checkCase(
  organizationId: string,
  { userId, activityId, activity }: WrittenPolicyCase,
  { tools, read }: Preparation,
): Promise<void> {
  await read((db) => findMember(db, organizationId, userId));
  if (activity) tools.work.charge(() => readWritten(activity));
  if (activityId !== undefined && !(await read((db) => findActivity(db, organizationId, activityId))))
    throw refused('ACTIVITY_NOT_FOUND');
}

const answerGetPolicyCases: AnswerQuery<typeof getPolicyCases> = async ({ organizationId }, { db }) => ({
  policyCases: (await casesIn(db, organizationId)).map(writeCase),
});

const answerSimulatePolicies: AnswerQuery<typeof simulatePolicies> = ({ activities, ...edits }, context) =>
  oneAtATime(context, async () => {
    const spending = newSpending(context.tools.work);
    const { faults, today, edited } = await editedPolicies(context, edits, spending);
    return { faults, outcomes: await simulate(context, { today, edited }, activities, spending) };
  });

export const policyCasesHandlers = { updatePolicyCases: updatePolicyCasesHandler };

export const policyCasesAnswers = { getPolicyCases: answerGetPolicyCases, simulatePolicies: answerSimulatePolicies };
