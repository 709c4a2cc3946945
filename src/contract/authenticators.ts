import * as v from 'valibot';
import { getAuthenticator, getAuthenticators } from './authenticators.queries.js';
import { label, uuid } from './fields.js';
import { activity } from './row.js';
import { authenticatorParams } from './shapes.js';
import { getUser, listUsers } from './users.queries.js';

const createAuthenticatorsParameters = v.strictObject({
  authenticators: v.pipe(v.array(authenticatorParams), v.minLength(1), v.maxLength(10)),
  userId: uuid,
});
const authenticatorIds = v.object({ authenticatorIds: v.array(v.string()) });
export interface CreateAuthenticatorsParameters extends v.InferInput<typeof createAuthenticatorsParameters> {}
export interface CreateAuthenticatorsResult extends v.InferOutput<typeof authenticatorIds> {}

/**
 * Registers passkeys for a user, at most ten. `challenge` is the one passed to `navigator.credentials.create()`, base64url. The stamp on
 * the request authorizes the registration.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, PASSKEY_INVALID, CREDENTIAL_CONFLICT, TOO_MANY_PASSKEYS
 * @see docs/wire.md 2.14 `create_authenticators`, 3.2
 */
export const createAuthenticators = activity({
  name: 'create_authenticators',
  versions: {
    V2: {
      resultKey: 'createAuthenticatorsResult',
      parameters: createAuthenticatorsParameters as v.GenericSchema<CreateAuthenticatorsParameters>,
      result: authenticatorIds as v.GenericSchema<CreateAuthenticatorsResult>,
    },
  },
  newest: 'V2',
  resource: 'CREDENTIAL',
  action: 'CREATE',
  right: 'own credential',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, getAuthenticator, getAuthenticators],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'PASSKEY_INVALID', 'CREDENTIAL_CONFLICT', 'TOO_MANY_PASSKEYS'],
});

const deleteAuthenticatorsParameters = v.strictObject({
  userId: uuid,
  authenticatorIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(10)),
});
export interface DeleteAuthenticatorsParameters extends v.InferInput<typeof deleteAuthenticatorsParameters> {}
export interface DeleteAuthenticatorsResult extends v.InferOutput<typeof authenticatorIds> {}

/**
 * Deletes passkeys of a user, all or none. Their next stamp fails.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, AUTHENTICATOR_NOT_FOUND, LAST_CREDENTIAL
 * @see docs/wire.md 2.14 `delete_authenticators`
 */
export const deleteAuthenticators = activity({
  name: 'delete_authenticators',
  versions: {
    V1: {
      parameters: deleteAuthenticatorsParameters as v.GenericSchema<DeleteAuthenticatorsParameters>,
      result: authenticatorIds as v.GenericSchema<DeleteAuthenticatorsResult>,
    },
  },
  newest: 'V1',
  resource: 'CREDENTIAL',
  action: 'DELETE',
  right: 'own credential',
  whileSuspended: 'own',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, getAuthenticator, getAuthenticators],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'AUTHENTICATOR_NOT_FOUND', 'LAST_CREDENTIAL'],
});

const updateAuthenticatorParameters = v.strictObject({ userId: uuid, authenticatorId: uuid, authenticatorName: label });
const updateAuthenticatorResult = v.object({ authenticatorId: v.string() });
export interface UpdateAuthenticatorParameters extends v.InferInput<typeof updateAuthenticatorParameters> {}
export interface UpdateAuthenticatorResult extends v.InferOutput<typeof updateAuthenticatorResult> {}

/**
 * Renames a user's passkey. The name is for people to read; two passkeys may have the same one. The passkey on the device is not changed.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, AUTHENTICATOR_NOT_FOUND
 * @see A row of our own
 */
export const updateAuthenticator = activity({
  name: 'update_authenticator',
  versions: {
    V1: {
      parameters: updateAuthenticatorParameters as v.GenericSchema<UpdateAuthenticatorParameters>,
      result: updateAuthenticatorResult as v.GenericSchema<UpdateAuthenticatorResult>,
    },
  },
  newest: 'V1',
  resource: 'CREDENTIAL',
  action: 'UPDATE',
  right: 'own credential',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, getAuthenticator, getAuthenticators],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'AUTHENTICATOR_NOT_FOUND'],
});
