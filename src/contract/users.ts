import * as v from 'valibot';
import { email, label, phoneNumber, uuid } from './fields.js';
import { idTokenRefusals, providerOutages } from './idTokenRefusals.js';
import { activity } from './row.js';
import { apiKeyParams, authenticatorParams, oauthProviderParamsV2 } from './shapes.js';
import { getUser, listUsers } from './users.queries.js';

/** A user to create. The empty string means no contact. */
const userParams = v.strictObject({
  userName: label,
  userEmail: v.optional(email),
  userPhoneNumber: v.optional(phoneNumber),
  apiKeys: v.pipe(v.array(apiKeyParams), v.maxLength(20)),
  authenticators: v.pipe(v.array(authenticatorParams), v.maxLength(10)),
  oauthProviders: v.pipe(v.array(oauthProviderParamsV2), v.maxLength(10)),
  userTags: v.pipe(v.array(uuid), v.maxLength(100)),
});

const oneUser = v.object({ userId: v.string() });

const createUsersParameters = v.strictObject({
  users: v.pipe(
    v.array(userParams),
    v.minLength(1),
    v.maxLength(100),
    v.check((users) => credentialsIn(users) <= 100, 'must have at most 100 credentials together'),
  ),
});

/** Each is written down in one transaction, which others wait for. */
function credentialsIn(users: readonly v.InferOutput<typeof userParams>[]): number {
  return users.reduce(
    (count, { apiKeys, authenticators, oauthProviders }) =>
      count + apiKeys.length + authenticators.length + oauthProviders.length,
    0,
  );
}
const createUsersResult = v.object({ userIds: v.array(v.string()) });
const createUsersRefusals = [
  'FRESH_LOGIN_REQUIRED',
  'CONTACT_INVALID',
  'NAME_TAKEN',
  'ALIAS_IN_POLICY',
  'TAG_NOT_FOUND',
  'LIMIT_REACHED',
  'CREDENTIAL_CONFLICT',
  'PUBLIC_KEY_INVALID',
  'PASSKEY_INVALID',
  'TOO_MANY_API_KEYS',
  'OIDC_CLAIMS_UNPROVED',
  'OIDC_NONCE_MISMATCH',
  ...idTokenRefusals,
] as const;
export interface CreateUsersParameters extends v.InferInput<typeof createUsersParameters> {}
export interface CreateUsersResult extends v.InferOutput<typeof createUsersResult> {}
/** A named union, since its list is long. */
export type CreateUsersRefusal = Extract<(typeof createUsersRefusals)[number], string>;

/**
 * Adds users to the organization, outside the root quorum. Their contacts are unverified until a token proves them. An organization has at
 * most 100 users, and one request at most 100 credentials.
 *
 * @throws FRESH_LOGIN_REQUIRED, CONTACT_INVALID, NAME_TAKEN, ALIAS_IN_POLICY (where a policy reads names: the root quorum alone gives
 * them), TAG_NOT_FOUND, LIMIT_REACHED, CREDENTIAL_CONFLICT, PUBLIC_KEY_INVALID,
 * PASSKEY_INVALID, TOO_MANY_API_KEYS, OIDC_CLAIMS_UNPROVED, OIDC_NONCE_MISMATCH, OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED,
 * OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID,
 * OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see docs/wire.md 2.9 `create_users`
 */
export const createUsers = activity({
  name: 'create_users',
  versions: {
    V4: {
      resultKey: 'createUsersResult',
      parameters: createUsersParameters as v.GenericSchema<CreateUsersParameters>,
      result: createUsersResult as v.GenericSchema<CreateUsersResult>,
    },
  },
  newest: 'V4',
  resource: 'USER',
  action: 'CREATE',
  right: 'quorum',
  givesName: 'users',
  secretParameters: ['oidcToken'],
  fresh: 'required',
  changes: [getUser, listUsers],
  refusals: createUsersRefusals as readonly CreateUsersRefusal[],
  unrecorded: providerOutages,
});

const updateUserParameters = v.strictObject({
  userId: uuid,
  userName: v.optional(label),
  userEmail: v.optional(email),
  userPhoneNumber: v.optional(phoneNumber),
  userTagIds: v.optional(v.pipe(v.array(uuid), v.maxLength(100))),
});
const updateUserResult = oneUser;
export interface UpdateUserParameters extends v.InferInput<typeof updateUserParameters> {}
export interface UpdateUserResult extends v.InferOutput<typeof updateUserResult> {}

/**
 * Changes the given members of a user; `userTagIds` replaces all tags of the user. A new contact is unverified; the empty string removes
 * one. Only the root quorum changes a member of the root quorum, whatever is changed.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, CONTACT_INVALID, NAME_TAKEN, ALIAS_IN_POLICY (where a policy reads names: the root
 * quorum alone changes them), TAG_NOT_FOUND, LAST_CREDENTIAL
 * @see docs/wire.md 2.9 `update_user`
 */
export const updateUser = activity({
  name: 'update_user',
  versions: {
    V1: {
      parameters: updateUserParameters as v.GenericSchema<UpdateUserParameters>,
      result: updateUserResult as v.GenericSchema<UpdateUserResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'UPDATE',
  right: 'quorum',
  ofRootMember: 'root quorum',
  givesName: 'userName',
  fresh: 'required',
  changes: [getUser, listUsers],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'USER_NOT_FOUND',
    'CONTACT_INVALID',
    'NAME_TAKEN',
    'ALIAS_IN_POLICY',
    'TAG_NOT_FOUND',
    'LAST_CREDENTIAL',
  ],
});

const updateUserNameParameters = v.strictObject({ userId: uuid, userName: label });
const updateUserNameResult = oneUser;
export interface UpdateUserNameParameters extends v.InferInput<typeof updateUserNameParameters> {}
export interface UpdateUserNameResult extends v.InferOutput<typeof updateUserNameResult> {}

/**
 * Renames a user. Users may rename themselves at any age of their session, unless a policy reads names.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, NAME_TAKEN, ALIAS_IN_POLICY (where a policy reads names: the root quorum alone changes
 * them)
 * @see docs/wire.md 2.14 `update_user_name`
 */
export const updateUserName = activity({
  name: 'update_user_name',
  versions: {
    V1: {
      parameters: updateUserNameParameters as v.GenericSchema<UpdateUserNameParameters>,
      result: updateUserNameResult as v.GenericSchema<UpdateUserNameResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'UPDATE',
  right: 'own credential',
  ofRootMember: 'root quorum',
  givesName: 'userName',
  fresh: 'except self',
  changes: [getUser, listUsers],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'NAME_TAKEN', 'ALIAS_IN_POLICY'],
});

const deleteUsersParameters = v.strictObject({ userIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100)) });
const deleteUsersResult = v.object({ userIds: v.array(v.string()) });
export interface DeleteUsersParameters extends v.InferInput<typeof deleteUsersParameters> {}
export interface DeleteUsersResult extends v.InferOutput<typeof deleteUsersResult> {}

/**
 * Deletes users with their credentials, all or none. Their activities that wait for votes fail, and their votes on pending activities no
 * longer count. The root quorum keeps at least as many users with a permanent credential as its threshold.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, LAST_CREDENTIAL
 * @see docs/wire.md 2.14 `delete_users`
 */
export const deleteUsers = activity({
  name: 'delete_users',
  versions: {
    V1: {
      parameters: deleteUsersParameters as v.GenericSchema<DeleteUsersParameters>,
      result: deleteUsersResult as v.GenericSchema<DeleteUsersResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'DELETE',
  right: 'quorum',
  ofRootMember: 'root quorum',
  policyParameters: ['userIds'],
  fresh: 'required',
  changes: [getUser, listUsers],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'LAST_CREDENTIAL'],
});
