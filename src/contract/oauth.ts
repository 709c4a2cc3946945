import * as v from 'valibot';
import { bundle, compressedKey, seconds, uuid } from './fields.js';
import { idTokenRefusals, providerOutages, strangersTokens } from './idTokenRefusals.js';
import { getOauthProviders } from './oauth.queries.js';
import { activity } from './row.js';
import { oauthProviderParams, oauthProviderParamsV2 } from './shapes.js';
import { getUser, listUsers } from './users.queries.js';

const oauthLoginParameters = v.strictObject({
  oidcToken: bundle,
  publicKey: compressedKey,
  expirationSeconds: v.optional(seconds),
  invalidateExisting: v.optional(v.boolean()),
  sessionProfileId: v.optional(uuid),
});
const oauthLoginResult = v.object({ session: v.string() });
const oauthLoginRefusals = [
  ...idTokenRefusals,
  'OIDC_NONCE_MISMATCH',
  'ACCOUNT_NOT_FOUND',
  'METHOD_NOT_ENABLED',
  'PUBLIC_KEY_INVALID',
  'CREDENTIAL_CONFLICT',
  'TOO_MANY_OAUTH_PROVIDERS',
  'NOT_YET_SUPPORTED',
] as const;
export interface OauthLoginParameters extends v.InferInput<typeof oauthLoginParameters> {}
export interface OauthLoginResult extends v.InferOutput<typeof oauthLoginResult> {}
/** A named union, since its list is long. */
export type OauthLoginRefusal = Extract<(typeof oauthLoginRefusals)[number], string>;

/**
 * Makes `publicKey` a session key of the user whose identity the OIDC token proves. The token's nonce, or `tknonce`, is the SHA-256 of the
 * text of `publicKey`, in lower-case hex, and the token at most ten minutes old.
 *
 * @remarks The same token with the same key gets the same session again. If the configuration's `socialLinkingClientIds` contain the
 * token's client id, a Google token for an address hosted by Google also logs in the user who has verified that address.
 * @throws OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN,
 * OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE,
 * PROVIDER_ANSWER_INVALID, OIDC_NONCE_MISMATCH, ACCOUNT_NOT_FOUND, METHOD_NOT_ENABLED, PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT,
 * TOO_MANY_OAUTH_PROVIDERS, NOT_YET_SUPPORTED
 * @see docs/wire.md 2.14 `oauth_login`, 3.4 for `session`, 5.3 for the nonce
 */
export const oauthLogin = activity({
  name: 'oauth_login',
  versions: {
    V1: {
      parameters: oauthLoginParameters as v.GenericSchema<OauthLoginParameters>,
      result: oauthLoginResult as v.GenericSchema<OauthLoginResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  policyParameters: ['sessionProfileId'],
  right: 'login',
  whileSuspended: 'allowed',
  from: ['organization', 'parent'],
  proxyUser: 'sub-organizations',
  secretParameters: ['oidcToken'],
  secretResult: ['session'],
  changes: [getUser],
  refusals: oauthLoginRefusals as readonly OauthLoginRefusal[],
  unrecorded: { ...strangersTokens, OIDC_NONCE_MISMATCH: 'proxy', ACCOUNT_NOT_FOUND: 'proxy' },
});

const providersOf = <Provider extends v.GenericSchema>(provider: Provider) =>
  v.strictObject({ userId: uuid, oauthProviders: v.pipe(v.array(provider), v.minLength(1), v.maxLength(10)) });

const createOauthProvidersParameters = providersOf(oauthProviderParamsV2);
const createOauthProvidersParametersV1 = providersOf(oauthProviderParams);
const providerIds = v.object({ providerIds: v.array(v.string()) });
const createOauthProvidersRefusals = [
  ...idTokenRefusals,
  'OIDC_CLAIMS_UNPROVED',
  'OIDC_NONCE_MISMATCH',
  'FRESH_LOGIN_REQUIRED',
  'USER_NOT_FOUND',
  'CREDENTIAL_CONFLICT',
  'TOO_MANY_OAUTH_PROVIDERS',
] as const;
export interface CreateOauthProvidersParameters extends v.InferInput<typeof createOauthProvidersParameters> {}
export interface CreateOauthProvidersParametersV1 extends v.InferInput<typeof createOauthProvidersParametersV1> {}
export interface CreateOauthProvidersResult extends v.InferOutput<typeof providerIds> {}
/** A named union, since its list is long. */
export type CreateOauthProvidersRefusal = Extract<(typeof createOauthProvidersRefusals)[number], string>;

/**
 * Adds OAuth identities to a user, who can then log in with them. An identity may be used once among a parent's sub-organizations; a user
 * has at most ten. Each is proved by an OIDC token of the last ten minutes, or given as claims beside a token of the same issuer and
 * subject: the same person, as other clients of the issuer know them. The token's nonce is the hash of a key of that user; until that key
 * has stamped in this organization nobody logs in with the identity.
 *
 * @throws OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN,
 * OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE,
 * PROVIDER_ANSWER_INVALID, OIDC_CLAIMS_UNPROVED, OIDC_NONCE_MISMATCH, FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, CREDENTIAL_CONFLICT, TOO_MANY_OAUTH_PROVIDERS
 * @see docs/wire.md 2.14 `create_oauth_providers`, 5.3
 */
export const createOauthProviders = activity({
  name: 'create_oauth_providers',
  versions: {
    V2: {
      parameters: createOauthProvidersParameters as v.GenericSchema<CreateOauthProvidersParameters>,
      result: providerIds as v.GenericSchema<CreateOauthProvidersResult>,
    },
    V1: {
      parameters: createOauthProvidersParametersV1 as v.GenericSchema<CreateOauthProvidersParametersV1>,
      result: providerIds as v.GenericSchema<CreateOauthProvidersResult>,
    },
  },
  newest: 'V2',
  resource: 'CREDENTIAL',
  action: 'CREATE',
  right: 'own credential',
  ofRootMember: 'root quorum',
  fresh: 'required',
  secretParameters: ['oidcToken'],
  changes: [getUser, listUsers, getOauthProviders],
  refusals: createOauthProvidersRefusals as readonly CreateOauthProvidersRefusal[],
  unrecorded: providerOutages,
});

const deleteOauthProvidersParameters = v.strictObject({
  userId: uuid,
  providerIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(10)),
});
export interface DeleteOauthProvidersParameters extends v.InferInput<typeof deleteOauthProvidersParameters> {}
export interface DeleteOauthProvidersResult extends v.InferOutput<typeof providerIds> {}

/**
 * Deletes OAuth identities of a user, all or none. The user can no longer log in with them; existing sessions stay.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, OAUTH_PROVIDER_NOT_FOUND, LAST_CREDENTIAL
 * @see docs/wire.md 2.14 `delete_oauth_providers`
 */
export const deleteOauthProviders = activity({
  name: 'delete_oauth_providers',
  versions: {
    V1: {
      parameters: deleteOauthProvidersParameters as v.GenericSchema<DeleteOauthProvidersParameters>,
      result: providerIds as v.GenericSchema<DeleteOauthProvidersResult>,
    },
  },
  newest: 'V1',
  resource: 'CREDENTIAL',
  action: 'DELETE',
  right: 'own credential',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, getOauthProviders],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'OAUTH_PROVIDER_NOT_FOUND', 'LAST_CREDENTIAL'],
});
