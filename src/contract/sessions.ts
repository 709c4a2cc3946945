import * as v from 'valibot';
import { attestedRefusals } from './attestedRefusals.js';
import { getApiKeys } from './credentials.queries.js';
import { compressedKey, email, label, nothing, seconds, targetPublicKey, uuid } from './fields.js';
import { activity } from './row.js';
import { getUser, listUsers } from './users.queries.js';

const stampLoginParameters = v.strictObject({
  publicKey: compressedKey,
  expirationSeconds: v.optional(seconds),
  invalidateExisting: v.optional(v.boolean()),
  sessionProfileId: v.optional(uuid),
});
const stampLoginResult = v.object({ session: v.string() });
const stampLoginRefusals = [
  'FRESH_LOGIN_REQUIRED',
  'PUBLIC_KEY_AMBIGUOUS',
  'PUBLIC_KEY_INVALID',
  'CREDENTIAL_CONFLICT',
  'NOT_YET_SUPPORTED',
  'LIMIT_REACHED',
  'NAME_TAKEN',
  'ALIAS_IN_POLICY',
  ...attestedRefusals,
] as const;
export interface StampLoginParameters extends v.InferInput<typeof stampLoginParameters> {}
export interface StampLoginResult extends v.InferOutput<typeof stampLoginResult> {}
/** A named union, since its list is long. */
export type StampLoginRefusal = Extract<(typeof stampLoginRefusals)[number], string>;

/**
 * Makes `publicKey` a session key of the user who stamps the request, for 900 seconds by default (an attested login to a top-level
 * organization: 3,600), and never longer than the configuration's `maxSessionSeconds`, in a top-level organization than 8 hours.
 * Stamped by a session it renews that login: the login's time stays the same, and with it how long it can be renewed.
 *
 * @remarks A user has at most ten expiring keys: expired ones are removed first, else the oldest. If a request names the parent, it is
 * executed and recorded in the one sub-organization that the key belongs to. With `X-Stamp-Attested` it is a login by an OIDC token of the
 * last ten minutes, or by a verification token, which is then used up; the token names the key that stamps. If the organization has invited
 * the contact of a verification token, its holder becomes a user there.
 * @throws FRESH_LOGIN_REQUIRED where the login has been renewed for that long; PUBLIC_KEY_AMBIGUOUS, PUBLIC_KEY_INVALID,
 * CREDENTIAL_CONFLICT, NOT_YET_SUPPORTED, OIDC_NONCE_MISMATCH, OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED,
 * OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN,
 * OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED,
 * VERIFICATION_TOKEN_SPENT, METHOD_NOT_ENABLED, LIMIT_REACHED, NAME_TAKEN and ALIAS_IN_POLICY (of an invitation)
 * @see docs/wire.md 2.14 `stamp_login`, 3.4 for `session`, 3.5 for the keys
 */
export const stampLogin = activity({
  name: 'stamp_login',
  versions: {
    V1: {
      parameters: stampLoginParameters as v.GenericSchema<StampLoginParameters>,
      result: stampLoginResult as v.GenericSchema<StampLoginResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  policyParameters: ['sessionProfileId'],
  right: 'own login',
  whileSuspended: 'allowed',
  from: ['organization', 'sub-organization'],
  attestedStamps: 'accepted',
  secretResult: ['session'],
  changes: [getUser],
  refusals: stampLoginRefusals as readonly StampLoginRefusal[],
});

const createReadWriteSessionParameters = v.strictObject({
  targetPublicKey,
  userId: v.optional(uuid),
  apiKeyName: v.optional(label),
  expirationSeconds: v.optional(seconds),
  invalidateExisting: v.optional(v.boolean()),
});
const createReadWriteSessionParametersV1 = v.strictObject({
  targetPublicKey,
  email,
  apiKeyName: v.optional(label),
  expirationSeconds: v.optional(seconds),
});
const whose = {
  organizationId: v.string(),
  organizationName: v.string(),
  userId: v.string(),
  username: v.string(),
};
const createReadWriteSessionResult = v.object({ ...whose, apiKeyId: v.string(), credentialBundle: v.string() });
export interface CreateReadWriteSessionParameters extends v.InferInput<typeof createReadWriteSessionParameters> {}
export interface CreateReadWriteSessionParametersV1 extends v.InferInput<typeof createReadWriteSessionParametersV1> {}
export interface CreateReadWriteSessionResult extends v.InferOutput<typeof createReadWriteSessionResult> {}

/**
 * Creates a session key and returns it sealed to `targetPublicKey`, for pages that keep their keys in an iframe. {@link stampLogin} takes a
 * key that never leaves its holder instead.
 *
 * @remarks The session is the caller's, unless the root quorum names another user; no policy allows that to anybody else. It is valid for
 * 900 seconds by default, and never longer than the configuration's `maxSessionSeconds`; stamped by a session it joins the same login.
 * `apiKeyName` defaults to `Read Write Session - <time>`. V1 names the caller by their own e-mail address.
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, PUBLIC_KEY_INVALID, CONTACT_INVALID
 * @see docs/wire.md 2.14 `create_read_write_session`, 4(a) for `credentialBundle`
 */
export const createReadWriteSession = activity({
  name: 'create_read_write_session',
  versions: {
    V2: {
      parameters: createReadWriteSessionParameters as v.GenericSchema<CreateReadWriteSessionParameters>,
      result: createReadWriteSessionResult as v.GenericSchema<CreateReadWriteSessionResult>,
    },
    V1: {
      parameters: createReadWriteSessionParametersV1 as v.GenericSchema<CreateReadWriteSessionParametersV1>,
      result: createReadWriteSessionResult as v.GenericSchema<CreateReadWriteSessionResult>,
    },
  },
  newest: 'V2',
  resource: 'AUTH',
  action: 'CREATE',
  right: 'own credential',
  whileSuspended: 'allowed',
  ofRootMember: 'root quorum',
  ofOthers: 'root quorum',
  fresh: 'required',
  secretResult: ['credentialBundle'],
  changes: [getUser, listUsers, getApiKeys],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'PUBLIC_KEY_INVALID', 'CONTACT_INVALID'],
});

const createReadOnlySessionResult = v.object({ ...whose, session: v.string(), sessionExpiry: v.string() });
export interface CreateReadOnlySessionParameters extends v.InferInput<typeof nothing> {}
export interface CreateReadOnlySessionResult extends v.InferOutput<typeof createReadOnlySessionResult> {}

/**
 * Returns a bearer secret for reading alone, valid for 900 seconds: queries send it as the header `X-Session` in place of a stamp.
 * `sessionExpiry`: seconds since 1970.
 *
 * @remarks Its holder can read what the user can read: unlike a key, it can be copied. A user has at most ten, of which the oldest is
 * removed for a new one. It is never valid longer than `maxSessionSeconds` after its login. It ends with the login that created it, and
 * when a login with `invalidateExisting` ends the user's sessions.
 * @throws FRESH_LOGIN_REQUIRED
 * @see docs/wire.md 2.14 `create_read_only_session`
 */
export const createReadOnlySession = activity({
  name: 'create_read_only_session',
  versions: {
    V1: {
      parameters: nothing as v.GenericSchema<CreateReadOnlySessionParameters>,
      result: createReadOnlySessionResult as v.GenericSchema<CreateReadOnlySessionResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  right: 'own login',
  whileSuspended: 'allowed',
  fresh: 'required',
  secretResult: ['session'],
  changes: [],
  refusals: ['FRESH_LOGIN_REQUIRED'],
});
