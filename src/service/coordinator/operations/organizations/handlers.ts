import type { Kysely } from 'kysely';
import type {
  removeOrganizationFeature,
  setOrganizationFeature,
  updateOrganizationName,
  updateRootQuorum,
} from '../../../../contract/organizations.js';
import type { getOrganizationConfigs } from '../../../../contract/organizations.queries.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import { isSerializedOrigin } from '../../../configuration/origin.js';
import { originsIn } from '../../../configuration/passkeyRules.js';
import type { Flag } from '../../../store/columns.js';
import type { Tables } from '../../../store/schema.js';
import type { Organization } from '../../callers/caller.js';
import type { ActivityHandler, AnswerQuery } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import {
  checkQuorumCanAct,
  checkSupported,
  featuresOf,
  parentsFeatures,
  rootUserIds,
  shownFeatures,
  writeFeature,
} from '../../records/organizations.js';
import { createSubOrganizationHandler } from './createSubOrganization.js';
import { deleteSubOrganizationHandler } from './deleteSubOrganization.js';
import { answerListSuborgs, answerListVerifiedSuborgs } from './listSuborgs.js';
import { resumeSubOrganizationHandler, suspendSubOrganizationHandler } from './suspension.js';

/** Keeps the first name of all, by which an operator's own scripts may know the organization. */
const updateOrganizationNameHandler: ActivityHandler<typeof updateOrganizationName> = {
  async execute({ parameters: { organizationName } }, { transaction, organization: { organization_id } }) {
    await transaction
      .updateTable('organizations')
      .set((row) => ({ name: organizationName, first_name: row.fn.coalesce('first_name', 'name') }))
      .where('organization_id', '=', organization_id)
      .execute();
    return done({ organizationId: organization_id, organizationName });
  },
};

/** The users named are the root users from now on, and no others. */
const updateRootQuorumHandler: ActivityHandler<typeof updateRootQuorum> = {
  async execute({ parameters: { threshold, userIds } }, { transaction, organization, nowMs }) {
    const { organization_id } = organization;
    const named = [...new Set(userIds)];
    if (threshold > named.length) throw refused('QUORUM_INVALID');
    const users = await transaction
      .selectFrom('users')
      .select(['user_id', 'is_proxy'])
      .where('organization_id', '=', organization_id)
      .where('user_id', 'in', named)
      .execute();
    if (users.length < named.length) throw refused('USER_NOT_FOUND');
    if (users.some(({ is_proxy }) => is_proxy)) throw refused('QUORUM_INVALID', { about: "the auth proxy's user" });
    const before = await rootUserIds(transaction, organization_id);
    const change = async (is_root: Flag, changed: string[]) => {
      if (changed.length === 0) return;
      await transaction
        .updateTable('users')
        .set({ is_root, updated_at_ms: nowMs })
        .where('organization_id', '=', organization_id)
        .where('user_id', 'in', changed)
        .execute();
    };
    await change(
      0,
      before.filter((id) => !named.includes(id)),
    );
    await change(
      1,
      named.filter((id) => !before.includes(id)),
    );
    await transaction
      .updateTable('organizations')
      .set({ root_quorum_threshold: threshold })
      .where('organization_id', '=', organization_id)
      .execute();
    await checkQuorumCanAct(transaction, { ...organization, root_quorum_threshold: threshold });
    return done({});
  },
};

/** A login method takes any value; the origins of passkeys are validated. */
const setOrganizationFeatureHandler: ActivityHandler<typeof setOrganizationFeature> = {
  async execute({ parameters: { name, value } }, { transaction, organization }) {
    checkSupported(name);
    if (name === 'FEATURE_NAME_WEBAUTHN_ORIGINS') await checkOrigins(transaction, organization, originsIn(value));
    return done({ features: shownFeatures(await writeFeature(transaction, organization, name, value)) });
  },
};

/** A parent's may be any; those of a sub-organization are among its parent's. @throws {RefusedError} REQUEST_INVALID */
async function checkOrigins(db: Kysely<Tables>, organization: Organization, origins: readonly string[]): Promise<void> {
  const isAny = origins.join() === '*';
  if (!isAny && !origins.every(isSerializedOrigin)) throw violation('must be origins, separated by commas, or * alone');
  if (organization.parent_id === null) return;
  const { FEATURE_NAME_WEBAUTHN_ORIGINS: parents } = await parentsFeatures(db, organization);
  const allowed = parents ? originsIn(parents) : (await settingsFor(db, organization)).allowedOrigins;
  if (allowed.includes('*') || (!isAny && origins.every((origin) => allowed.includes(origin)))) return;
  throw violation("must be among the parent's origins");
}

const violation = (description: string) =>
  refused('REQUEST_INVALID', { fieldViolations: [{ field: 'parameters.value', description }] });

/** What is off already stays so. */
const removeOrganizationFeatureHandler: ActivityHandler<typeof removeOrganizationFeature> = {
  async execute({ parameters: { name } }, { transaction, organization }) {
    checkSupported(name);
    const features = await writeFeature(transaction, organization, name, null);
    await checkQuorumCanAct(transaction, { ...organization, features: JSON.stringify(features) });
    return done({ features: shownFeatures(features) });
  },
};

/** Of the organization that is named, also where a parent's user asks. */
const answerGetOrganizationConfigs: AnswerQuery<typeof getOrganizationConfigs> = async (
  _request,
  { db, organization },
) => {
  const userIds = (await rootUserIds(db, organization.organization_id)).sort();
  const quorum = { threshold: organization.root_quorum_threshold, userIds };
  return { configs: { features: shownFeatures(featuresOf(organization)), quorum } };
};

export const organizationsHandlers = {
  createSubOrganization: createSubOrganizationHandler,
  deleteSubOrganization: deleteSubOrganizationHandler,
  removeOrganizationFeature: removeOrganizationFeatureHandler,
  resumeSubOrganization: resumeSubOrganizationHandler,
  setOrganizationFeature: setOrganizationFeatureHandler,
  suspendSubOrganization: suspendSubOrganizationHandler,
  updateOrganizationName: updateOrganizationNameHandler,
  updateRootQuorum: updateRootQuorumHandler,
};

export const organizationsAnswers = {
  getOrganizationConfigs: answerGetOrganizationConfigs,
  listSuborgs: answerListSuborgs,
  listVerifiedSuborgs: answerListVerifiedSuborgs,
};
