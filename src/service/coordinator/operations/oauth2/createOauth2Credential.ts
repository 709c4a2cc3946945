import type { createOauth2Credential } from '../../../../contract/oauth2.js';
import { refused } from '../../../../contract/refusals.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import { type FreshIdTokenKey, freshIdTokenKey, keepIdTokenKey } from '../../../configuration/idTokenKeys.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkOneEach, oauth2CredentialsOf, updateProxyApps } from '../../records/oauth2.js';
import { sealedClientSecret } from './sealedSecret.js';

type Prepared = { readonly credentialId: string; readonly sealed: Bytes; readonly freshKey: FreshIdTokenKey };

/** Credentials that an organization may have. */
const mostCredentials = 20;

/** The first one of all makes the key that the service signs its ID tokens with. */
export const createOauth2CredentialHandler: ActivityHandler<typeof createOauth2Credential, Prepared> = {
  async prepare({ parameters, ...by }, preparation) {
    if (by.organization.parent_id !== null) throw refused('OAUTH_CREDENTIALS_NOT_HERE');
    const { tools, nowMs } = preparation;
    const credentialId = tools.newTimedId(nowMs);
    const { encryptedClientSecret } = parameters;
    const sealed = await sealedClientSecret(preparation, by, { credentialId, encryptedClientSecret });
    return { credentialId, sealed, freshKey: await freshIdTokenKey(tools, nowMs) };
  },

  async execute({ parameters, prepared }, { transaction, organization: { organization_id }, nowMs }) {
    const { provider, clientId } = parameters;
    const { credentialId, sealed, freshKey } = prepared;
    const others = await oauth2CredentialsOf(transaction, organization_id);
    checkOneEach(others, parameters);
    if (others.length >= mostCredentials) throw refused('LIMIT_REACHED', { about: 'OAuth 2.0 credentials' });
    await transaction
      .insertInto('oauth2_credentials')
      .values({
        organization_id,
        credential_id: credentialId,
        provider,
        client_id: clientId,
        sealed_client_secret: sealed,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    await keepIdTokenKey(transaction, freshKey);
    await updateProxyApps(transaction, organization_id);
    return done({ oauth2CredentialId: credentialId });
  },
};
