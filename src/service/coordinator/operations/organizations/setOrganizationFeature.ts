import type { Kysely } from 'kysely';
import type { setOrganizationFeature } from '../../../../contract/organizations.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import { isSerializedOrigin } from '../../../configuration/origin.js';
import { originsIn } from '../../../configuration/passkeyRules.js';
import type { Tables } from '../../../store/schema.js';
import type { Organization } from '../../callers/caller.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkSupported, parentsFeatures, shownFeatures, writeFeature } from '../../records/organizations.js';

/** A login method takes any value; the origins of passkeys are validated. */
export const setOrganizationFeatureHandler: ActivityHandler<typeof setOrganizationFeature> = {
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
