import { oauthLogin } from '../../../contract/oauth.js';
import { oauth2Authenticate } from '../../../contract/oauth2.js';
import type { proxyOauth2Authenticate, proxyOauthLogin } from '../../../contract/proxyOauth.js';
import { RefusedError, refused } from '../../../contract/refusals.js';
import { readOauth2Apps } from '../../configuration/oauth2Apps.js';
import { checkRecent, isRequestedBy } from '../../identity/verifyIdToken.js';
import { asNotFound, gone } from '../accountNotFound.js';
import { forwardActivity } from '../forward.js';
import { homesOfPerson, provedIdentity } from '../provedIdentity.js';
import type { AnswerProxy } from '../proxyCall.js';

/**
 * Logs in where the proved identity is at home. Another organization, an absent one and none at all get one and the same refusal.
 * What the coordinator would refuse of a token is refused here, so that strangers have nothing recorded.
 */
export const answerOauthLogin: AnswerProxy<typeof proxyOauthLogin> = async ({ organizationId, ...login }, call) => {
  const identity = await provedIdentity(call, login.oidcToken);
  checkRecent(identity, call.clock());
  if (!(await isRequestedBy(identity, login.publicKey))) throw refused('OIDC_NONCE_MISMATCH');
  const [home, ...others] = await homesOfPerson(call, identity);
  if (home === undefined || others.length > 0 || (organizationId ?? home) !== home) throw refused('ACCOUNT_NOT_FOUND');
  const { session } = await forwardActivity(call, oauthLogin, 'V1', {
    organizationId: home,
    parameters: { ...login, expirationSeconds: String(call.settings.sessionExpirationSeconds) },
  }).catch(asNotFound(gone));
  return { session };
};

/** The exchange is an activity of the parent, by the credential of the app that the page named. */
export const answerOauth2Authenticate: AnswerProxy<typeof proxyOauth2Authenticate> = async (
  { provider, clientId, ...exchange },
  call,
) => {
  const { configuration, settings } = call;
  const app = readOauth2Apps(configuration).find((each) => each.provider === provider && each.clientId === clientId);
  if (app === undefined || call.publicUrl === undefined) throw refused('METHOD_NOT_ENABLED', notConfigured);
  if (!settings.oauthRedirectUrls.includes(exchange.redirectUri)) throw refused('OAUTH_REDIRECT_REFUSED');
  const { oidcToken } = await forwardActivity(call, oauth2Authenticate, 'V1', {
    organizationId: configuration.organization_id,
    parameters: { ...exchange, oauth2CredentialId: app.credentialId },
  }).catch((error: unknown) => {
    throw isDeleted(error) ? refused('METHOD_NOT_ENABLED', { ...notConfigured, cause: error }) : error;
  });
  return { oidcToken };
};

const notConfigured = { turnkeyErrorCode: 'OAUTH2_PROVIDER_NOT_CONFIGURED' } as const;

/** The app was deleted after the configuration was read: it is one that the configuration does not name. */
const isDeleted = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === 'OAUTH_CREDENTIAL_NOT_FOUND';
