import type {
  createOauth2Credential,
  deleteOauth2Credential,
  updateOauth2Credential,
} from '../../../../contract/oauth2.js';
import type { getOauth2Credential, listOauth2Credentials } from '../../../../contract/oauth2.queries.js';
import { refused } from '../../../../contract/refusals.js';
import { BundleError } from '../../../../crypto/bundleError.js';
import { type Bytes, utf8 } from '../../../../crypto/bytes.js';
import { openClientSecret } from '../../../../crypto/clientSecret.js';
import { type FreshIdTokenKey, freshIdTokenKey, keepIdTokenKey } from '../../../configuration/idTokenKeys.js';
import { openingTrustKey } from '../../../configuration/trustKeys.js';
import { limits } from '../../../limits/limits.js';
import { withSecret } from '../../../wipe.js';
import type { ActivityHandler, AnswerQuery, Preparation, RequestedBy } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import {
  checkOneEach,
  clientSecretPlace,
  oauth2CredentialBy,
  oauth2CredentialsOf,
  updateProxyApps,
  writeOauth2Credential,
} from '../../records/oauth2.js';
import { oauth2AuthenticateHandler } from './oauth2Authenticate.js';
import { answerBeginTestLogin, answerEndTestLogin } from './testLogin.js';

type Prepared = { readonly credentialId: string; readonly sealed: Bytes; readonly freshKey: FreshIdTokenKey };

/** The first one of all makes the key that the service signs its ID tokens with. */
const createOauth2CredentialHandler: ActivityHandler<typeof createOauth2Credential, Prepared> = {
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
    if (others.length >= limits.oauth2Credentials.most)
      throw refused('LIMIT_REACHED', { about: 'OAuth 2.0 credentials' });
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

/** Only its id and creation time stay. */
const updateOauth2CredentialHandler: ActivityHandler<typeof updateOauth2Credential, Bytes> = {
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

/**
 * The client secret of an envelope, sealed as it is kept.
 *
 * @throws {RefusedError} CLIENT_SECRET_UNREADABLE
 */
async function sealedClientSecret(
  { tools, read }: Preparation,
  { organization }: RequestedBy,
  { credentialId, encryptedClientSecret }: { readonly credentialId: string; readonly encryptedClientSecret: string },
): Promise<Bytes> {
  const secret = await read((db) =>
    openingTrustKey(tools, db, organization, (key) => openClientSecret(encryptedClientSecret, key)),
  ).catch((error: unknown) => {
    throw error instanceof BundleError ? refused('CLIENT_SECRET_UNREADABLE', { cause: error }) : error;
  });
  // A header of the request to the provider holds it.
  if (!/^[\x20-\x7e]{1,4096}$/.test(secret)) throw refused('CLIENT_SECRET_UNREADABLE');
  const place = clientSecretPlace(organization.organization_id, credentialId);
  return withSecret(utf8(secret), (plain) => tools.sealer.seal(place, plain));
}

/** The app goes, and its client secret with it. */
const deleteOauth2CredentialHandler: ActivityHandler<typeof deleteOauth2Credential> = {
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

/** One of them. */
const answerGetOauth2Credential: AnswerQuery<typeof getOauth2Credential> = async (
  { organizationId, oauth2CredentialId },
  { db },
) => ({ oauth2Credential: writeOauth2Credential(await oauth2CredentialBy(db, organizationId, oauth2CredentialId)) });

/** All of them. */
const answerListOauth2Credentials: AnswerQuery<typeof listOauth2Credentials> = async ({ organizationId }, { db }) => ({
  oauth2Credentials: (await oauth2CredentialsOf(db, organizationId)).map(writeOauth2Credential),
});

export const oauth2Handlers = {
  oauth2Authenticate: oauth2AuthenticateHandler,
  createOauth2Credential: createOauth2CredentialHandler,
  updateOauth2Credential: updateOauth2CredentialHandler,
  deleteOauth2Credential: deleteOauth2CredentialHandler,
};

export const oauth2Answers = {
  beginTestLogin: answerBeginTestLogin,
  endTestLogin: answerEndTestLogin,
  getOauth2Credential: answerGetOauth2Credential,
  listOauth2Credentials: answerListOauth2Credentials,
};
