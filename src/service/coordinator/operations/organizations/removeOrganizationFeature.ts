import type { removeOrganizationFeature } from '../../../../contract/organizations.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkQuorumCanAct, checkSupported, shownFeatures, writeFeature } from '../../records/organizations.js';

/** What is off already stays so. */
export const removeOrganizationFeatureHandler: ActivityHandler<typeof removeOrganizationFeature> = {
  async execute({ parameters: { name } }, { transaction, organization }) {
    checkSupported(name);
    const features = await writeFeature(transaction, organization, name, null);
    await checkQuorumCanAct(transaction, { ...organization, features: JSON.stringify(features) });
    return done({ features: shownFeatures(features) });
  },
};
