import type { deleteOauth2Credential } from '../../../../contract/oauth2.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { oauth2CredentialBy, updateProxyApps } from '../../records/oauth2.js';

/** The app goes, and its client secret with it. */
export const deleteOauth2CredentialHandler: ActivityHandler<typeof deleteOauth2Credential> = {
  async execute({ parameters: { oauth2CredentialId } }, { transaction, organization: { organization_id } }) {
    await oauth2CredentialBy(transaction, organization_id, oauth2CredentialId);
    await transaction
      .deleteFrom('oauth2_credentials')
      .where('organization_id', '=', organization_id)
      .where('credential_id', '=', oauth2CredentialId)
      .execute();
    await updateProxyApps(transaction, organization_id);
    return done({ oauth2CredentialId });
  },
};
