import * as v from 'valibot';
import { bundle, compressedKey, text, uuid } from './fields.js';
import { idTokenRefusals } from './idTokenRefusals.js';
import { codeVerifier, oauth2Nonce, oauth2Provider } from './oauth2.records.js';
import { proxyCall } from './row.js';

const proxyOauthLoginRequest = v.strictObject({
  oidcToken: bundle,
  publicKey: compressedKey,
  invalidateExisting: v.optional(v.boolean()),
  organizationId: v.optional(uuid),
});
const proxyOauthLoginResponse = v.object({ session: v.string() });
export interface ProxyOauthLoginRequest extends v.InferInput<typeof proxyOauthLoginRequest> {}
export interface ProxyOauthLoginResponse extends v.InferOutput<typeof proxyOauthLoginResponse> {}

const proxyOauthLoginRefusals = [
  ...idTokenRefusals,
  'OIDC_NONCE_MISMATCH',
  'ACCOUNT_NOT_FOUND',
  'METHOD_NOT_ENABLED',
  'NOT_AUTHORIZED',
  'PUBLIC_KEY_INVALID',
  'CREDENTIAL_CONFLICT',
  'TOO_MANY_OAUTH_PROVIDERS',
  'POLICY_TOO_COSTLY',
] as const;
/** A named union, since its list is long. */
export type ProxyOauthLoginRefusal = Extract<(typeof proxyOauthLoginRefusals)[number], string>;

/**
 * Logs in with an OIDC token of the last ten minutes, whose nonce (or `tknonce`) is the SHA-256 of the text of `publicKey` in lower-case
 * hex: the public key becomes a session key of the user with that identity. The same token with the same key returns the same session.
 *
 * @throws OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN,
 * OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE,
 * PROVIDER_ANSWER_INVALID, OIDC_NONCE_MISMATCH, ACCOUNT_NOT_FOUND, METHOD_NOT_ENABLED, NOT_AUTHORIZED, PUBLIC_KEY_INVALID,
 * CREDENTIAL_CONFLICT, TOO_MANY_OAUTH_PROVIDERS, POLICY_TOO_COSTLY
 * @see docs/wire.md S4.5 `/v1/oauth_login`, 1.2 for the body
 */
export const proxyOauthLogin = proxyCall({
  name: 'oauth_login',
  request: proxyOauthLoginRequest as v.GenericSchema<ProxyOauthLoginRequest>,
  response: proxyOauthLoginResponse as v.GenericSchema<ProxyOauthLoginResponse>,
  refusals: proxyOauthLoginRefusals as readonly ProxyOauthLoginRefusal[],
  repeatable: true,
});

const proxyOauth2AuthenticateRequest = v.strictObject({
  provider: oauth2Provider,
  authCode: bundle,
  redirectUri: text,
  codeVerifier,
  nonce: oauth2Nonce,
  clientId: text,
});
const proxyOauth2AuthenticateResponse = v.object({ oidcToken: v.string() });
export interface ProxyOauth2AuthenticateRequest extends v.InferInput<typeof proxyOauth2AuthenticateRequest> {}
export interface ProxyOauth2AuthenticateResponse extends v.InferOutput<typeof proxyOauth2AuthenticateResponse> {}

/**
 * Exchanges an authorization code of X or Discord for an OIDC token issued by the service, which account, signup and oauth_login accept.
 * The client id is that of one of the organization's OAuth 2.0 credentials, and the redirect URI exactly one of the configuration's.
 *
 * @throws METHOD_NOT_ENABLED, OAUTH_REDIRECT_REFUSED, OAUTH_CODE_REFUSED, OAUTH_CLIENT_REFUSED, PROVIDER_UNREACHABLE,
 * PROVIDER_ANSWER_INVALID, START_AGAIN
 * @see docs/wire.md S4.5 `/v1/oauth2_authenticate`, 1.2 for the body
 */
export const proxyOauth2Authenticate = proxyCall({
  name: 'oauth2_authenticate',
  request: proxyOauth2AuthenticateRequest as v.GenericSchema<ProxyOauth2AuthenticateRequest>,
  response: proxyOauth2AuthenticateResponse as v.GenericSchema<ProxyOauth2AuthenticateResponse>,
  refusals: [
    'METHOD_NOT_ENABLED',
    'OAUTH_REDIRECT_REFUSED',
    'OAUTH_CODE_REFUSED',
    'OAUTH_CLIENT_REFUSED',
    'PROVIDER_UNREACHABLE',
    'PROVIDER_ANSWER_INVALID',
    'START_AGAIN',
  ],
});
