import { oauthLogin } from '../../../contract/oauth.js';
import { proxyOauth2Authenticate, type proxyOauthLogin } from '../../../contract/proxyOauth.js';
import { refused } from '../../../contract/refusals.js';
import { checkRecent, isAskedForBy } from '../../identity/verifyIdToken.js';
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
  if (!(await isAskedForBy(identity, login.publicKey))) throw refused('OIDC_NONCE_MISMATCH');
  const [home, ...others] = await homesOfPerson(call, identity);
  if (home === undefined || others.length > 0 || (organizationId ?? home) !== home) throw refused('ACCOUNT_NOT_FOUND');
  const { session } = await forwardActivity(call, oauthLogin, 'V1', {
    organizationId: home,
    parameters: { ...login, expirationSeconds: String(call.settings.sessionExpirationSeconds) },
  });
  return { session };
};

/** No credential of such a provider can be stored yet, so that no code of one can be exchanged. */
export const answerOauth2Authenticate: AnswerProxy<typeof proxyOauth2Authenticate> = async () => {
  throw refused('NOT_YET_SUPPORTED', { about: proxyOauth2Authenticate.name });
};
