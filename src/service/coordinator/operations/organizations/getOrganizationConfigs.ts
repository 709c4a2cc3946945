import type { getOrganizationConfigs } from '../../../../contract/organizations.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { featuresOf, rootUserIds, shownFeatures } from '../../records/organizations.js';

/** Of the organization that is named, also where a parent's user asks. */
export const answerGetOrganizationConfigs: AnswerQuery<typeof getOrganizationConfigs> = async (
  _request,
  { db, organization },
) => {
  const userIds = (await rootUserIds(db, organization.organization_id)).sort();
  const quorum = { threshold: organization.root_quorum_threshold, userIds };
  return { configs: { features: shownFeatures(featuresOf(organization)), quorum } };
};
