import * as v from 'valibot';
import { bundle, compressedKey, text, uuid } from './fields.js';
import { proxyCall } from './row.js';

/**
 * Logs in with an OIDC token whose nonce is the hash of `publicKey`. Answered with NOT_YET_SUPPORTED until providers exist.
 *
 * @throws NOT_YET_SUPPORTED
 * @see Specification 4.5 `/v1/oauth_login`; the body follows wire facts 1.2
 */
export const proxyOauthLogin = proxyCall({
  name: 'oauth_login',
  request: v.strictObject({
    oidcToken: bundle,
    publicKey: compressedKey,
    invalidateExisting: v.optional(v.boolean()),
    organizationId: v.optional(uuid),
  }),
  response: v.object({ session: v.string() }),
  refusals: ['NOT_YET_SUPPORTED'],
});

/**
 * Exchanges an OAuth 2.0 code for an OIDC token issued by the service. Answered with NOT_YET_SUPPORTED until providers exist.
 *
 * @throws NOT_YET_SUPPORTED
 * @see Specification 4.5 `/v1/oauth2_authenticate`; the body follows wire facts 1.2
 */
export const proxyOauth2Authenticate = proxyCall({
  name: 'oauth2_authenticate',
  request: v.strictObject({
    provider: v.picklist(['OAUTH2_PROVIDER_X', 'OAUTH2_PROVIDER_DISCORD']),
    authCode: text,
    redirectUri: text,
    codeVerifier: text,
    nonce: text,
    clientId: text,
  }),
  response: v.object({ oidcToken: v.string() }),
  refusals: ['NOT_YET_SUPPORTED'],
});
