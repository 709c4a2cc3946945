import type { updateOauth2Credential } from '../../../../contract/oauth2.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkOneEach, oauth2CredentialBy, oauth2CredentialsOf, updateProxyApps } from '../../records/oauth2.js';
import { sealedClientSecret } from './sealedSecret.js';

/** Only its id and creation time stay. */
export const updateOauth2CredentialHandler: ActivityHandler<typeof updateOauth2Credential, Bytes> = {
  async prepare({ parameters, ...by }, preparation) {
    const { oauth2CredentialId: credentialId, encryptedClientSecret } = parameters;
    await preparation.read((db) => oauth2CredentialBy(db, by.organization.organization_id, credentialId));
    return sealedClientSecret(preparation, by, { credentialId, encryptedClientSecret });
  },

  async execute({ parameters, prepared: sealed }, { transaction, organization: { organization_id }, nowMs }) {
    const { oauth2CredentialId, provider, clientId } = parameters;
    await oauth2CredentialBy(transaction, organization_id, oauth2CredentialId);
    const all = await oauth2CredentialsOf(transaction, organization_id);
    checkOneEach(
      all.filter(({ credential_id }) => credential_id !== oauth2CredentialId),
      parameters,
    );
    await transaction
      .updateTable('oauth2_credentials')
      .set({ provider, client_id: clientId, sealed_client_secret: sealed, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('credential_id', '=', oauth2CredentialId)
      .execute();
    await updateProxyApps(transaction, organization_id);
    return done({ oauth2CredentialId });
  },
};
