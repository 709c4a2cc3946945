import * as v from 'valibot';
import { bundle, clientId, text, uuid } from './fields.js';
import { getOauth2Credential, listOauth2Credentials } from './oauth2.queries.js';
import { codeVerifier, oauth2Nonce, oauth2Provider } from './oauth2.records.js';
import { activity } from './row.js';

/** The sealed envelope, in hex, of a client secret of at most 4 KiB. @see docs/wire.md 4(e) */
const encryptedClientSecret = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(8400, 'must have at most 8400 characters'),
);
const authenticated = v.strictObject({
  oauth2CredentialId: uuid,
  authCode: bundle,
  redirectUri: text,
  codeVerifier,
  nonce: oauth2Nonce,
  bearerTokenTargetPublicKey: v.optional(
    v.pipe(v.string(), v.regex(/^04[0-9a-fA-F]{128}$/, 'must be an uncompressed public key of 130 hex characters')),
  ),
});
const authenticatedResult = v.object({ oidcToken: v.string() });
export interface Oauth2AuthenticateParameters extends v.InferInput<typeof authenticated> {}
export interface Oauth2AuthenticateResult extends v.InferOutput<typeof authenticatedResult> {}

/**
 * Exchanges an authorization code of X or Discord for an OIDC token issued by the service, which oauth_login, sign-up and
 * create_oauth_providers accept. Its `sub` is `x:` or `discord:` and the person's id at the provider, its `aud` the client id, its `nonce`
 * the one given; it is valid for five minutes.
 *
 * @remarks A code can be exchanged once: the activity is PENDING meanwhile, and identical bytes return the same activity. If the process
 * ends before the provider answers, the activity fails with START_AGAIN within a minute, and the person logs in at the provider again.
 * @param nonce - SHA-256 of the text of the session's public key, in lower-case hex.
 * @param codeVerifier - of PKCE, S256.
 * @param bearerTokenTargetPublicKey - uncompressed P-256 in hex: the provider's access token is sealed to it like a credential bundle, in
 * the claim `encrypted_bearer_token`.
 * @throws METHOD_NOT_ENABLED where the service has no public URL, OAUTH_CREDENTIAL_NOT_FOUND, PUBLIC_KEY_INVALID, OAUTH_CODE_REFUSED,
 * OAUTH_CLIENT_REFUSED, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID, START_AGAIN
 * @see docs/wire.md S4.2 `oauth2_authenticate`, 5.4
 */
export const oauth2Authenticate = activity({
  name: 'oauth2_authenticate',
  versions: {
    V1: {
      parameters: authenticated as v.GenericSchema<Oauth2AuthenticateParameters>,
      result: authenticatedResult as v.GenericSchema<Oauth2AuthenticateResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  right: 'quorum',
  whileSuspended: 'allowed',
  proxyUser: 'own organization',
  secretParameters: ['authCode', 'codeVerifier'],
  secretResult: ['oidcToken'],
  changes: [],
  refusals: [
    'METHOD_NOT_ENABLED',
    'OAUTH_CREDENTIAL_NOT_FOUND',
    'PUBLIC_KEY_INVALID',
    'OAUTH_CODE_REFUSED',
    'OAUTH_CLIENT_REFUSED',
    'PROVIDER_UNREACHABLE',
    'PROVIDER_ANSWER_INVALID',
    'START_AGAIN',
  ],
});

const created = v.strictObject({ provider: oauth2Provider, clientId, encryptedClientSecret });
const named = v.object({ oauth2CredentialId: v.string() });
export interface CreateOauth2CredentialParameters extends v.InferInput<typeof created> {}
export interface CreateOauth2CredentialResult extends v.InferOutput<typeof named> {}

/**
 * Adds the client id and client secret of an app at X or Discord; the auth proxy then offers login by that provider. Seal the secret with
 * `sealClientSecret` of `latchkey/crypto`; it is opened only to exchange codes, and never returned.
 *
 * @remarks In top-level organizations only: at most 20 each, and one per client id of a provider.
 * @param encryptedClientSecret - hex of the envelope, sealed to the service's `tlsFetcherEncryptPublicKey`.
 * @throws OAUTH_CREDENTIALS_NOT_HERE, CLIENT_SECRET_UNREADABLE, NAME_TAKEN, LIMIT_REACHED
 * @see docs/wire.md 2.14 `create_oauth2_credential`, 4(e)
 */
export const createOauth2Credential = activity({
  name: 'create_oauth2_credential',
  versions: {
    V1: {
      parameters: created as v.GenericSchema<CreateOauth2CredentialParameters>,
      result: named as v.GenericSchema<CreateOauth2CredentialResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  right: 'quorum',
  secretParameters: ['encryptedClientSecret'],
  changes: [listOauth2Credentials],
  refusals: ['OAUTH_CREDENTIALS_NOT_HERE', 'CLIENT_SECRET_UNREADABLE', 'NAME_TAKEN', 'LIMIT_REACHED'],
});

const updated = v.strictObject({ oauth2CredentialId: uuid, provider: oauth2Provider, clientId, encryptedClientSecret });
export interface UpdateOauth2CredentialParameters extends v.InferInput<typeof updated> {}
export interface UpdateOauth2CredentialResult extends v.InferOutput<typeof named> {}

/**
 * Replaces the client id and client secret of a credential; both are given again. Users keep their identities, which do not contain the
 * client id.
 *
 * @param encryptedClientSecret - as {@link createOauth2Credential} takes it.
 * @throws OAUTH_CREDENTIAL_NOT_FOUND, CLIENT_SECRET_UNREADABLE, NAME_TAKEN
 * @see docs/wire.md S4.2 `update_oauth2_credential`
 */
export const updateOauth2Credential = activity({
  name: 'update_oauth2_credential',
  versions: {
    V1: {
      parameters: updated as v.GenericSchema<UpdateOauth2CredentialParameters>,
      result: named as v.GenericSchema<UpdateOauth2CredentialResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'UPDATE',
  right: 'quorum',
  secretParameters: ['encryptedClientSecret'],
  changes: [listOauth2Credentials, getOauth2Credential],
  refusals: ['OAUTH_CREDENTIAL_NOT_FOUND', 'CLIENT_SECRET_UNREADABLE', 'NAME_TAKEN'],
});

const deleted = v.strictObject({ oauth2CredentialId: uuid });
export interface DeleteOauth2CredentialParameters extends v.InferInput<typeof deleted> {}
export interface DeleteOauth2CredentialResult extends v.InferOutput<typeof named> {}

/**
 * Deletes a credential and its client secret: nobody can log in by that app any more. Existing sessions stay.
 *
 * @throws OAUTH_CREDENTIAL_NOT_FOUND
 * @see docs/wire.md 2.14 `delete_oauth2_credential`
 */
export const deleteOauth2Credential = activity({
  name: 'delete_oauth2_credential',
  versions: {
    V1: {
      parameters: deleted as v.GenericSchema<DeleteOauth2CredentialParameters>,
      result: named as v.GenericSchema<DeleteOauth2CredentialResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'DELETE',
  right: 'quorum',
  changes: [listOauth2Credentials, getOauth2Credential],
  refusals: ['OAUTH_CREDENTIAL_NOT_FOUND'],
});
