import * as v from 'valibot';
import { getApiKeys } from './credentials.queries.js';
import { uuid } from './fields.js';
import { activity } from './row.js';
import { apiKeyParams } from './shapes.js';
import { getUser, listUsers } from './users.queries.js';

const createApiKeysParameters = v.strictObject({
  apiKeys: v.pipe(v.array(apiKeyParams), v.minLength(1), v.maxLength(10)),
  userId: uuid,
});
const createApiKeysResult = v.object({ apiKeyIds: v.array(v.string()) });
export interface CreateApiKeysParameters extends v.InferInput<typeof createApiKeysParameters> {}
export interface CreateApiKeysResult extends v.InferOutput<typeof createApiKeysResult> {}

/**
 * Adds API keys to a user. A key without `expirationSeconds` is valid until deleted. A user has at most ten such keys and ten expiring
 * ones; when an eleventh expiring key comes, expired ones are removed, else the oldest. A key created by a session belongs to the login of
 * that session.
 *
 * @remarks Keys are P-256, secp256k1 or Ed25519; each stamps by the schemes of its curve.
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, CREDENTIAL_CONFLICT, PUBLIC_KEY_INVALID, TOO_MANY_API_KEYS
 * @see docs/wire.md 2.14 `create_api_keys`
 */
export const createApiKeys = activity({
  name: 'create_api_keys',
  versions: {
    V2: {
      resultKey: 'createApiKeysResult',
      parameters: createApiKeysParameters as v.GenericSchema<CreateApiKeysParameters>,
      result: createApiKeysResult as v.GenericSchema<CreateApiKeysResult>,
    },
  },
  newest: 'V2',
  resource: 'CREDENTIAL',
  action: 'CREATE',
  policyParameters: ['userId'],
  right: 'own credential',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, getApiKeys],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'USER_NOT_FOUND',
    'CREDENTIAL_CONFLICT',
    'PUBLIC_KEY_INVALID',
    'TOO_MANY_API_KEYS',
  ],
});

const deleteApiKeysParameters = v.strictObject({
  userId: uuid,
  apiKeyIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100)),
});
const deleteApiKeysResult = v.object({ apiKeyIds: v.array(v.string()) });
export interface DeleteApiKeysParameters extends v.InferInput<typeof deleteApiKeysParameters> {}
export interface DeleteApiKeysResult extends v.InferOutput<typeof deleteApiKeysResult> {}

/**
 * Deletes API keys of a user; stamps by them fail from the next request on. A session of any age may delete the session keys of its own
 * user; deleting other keys requires a recent login. What waits for votes of a deleted key is withdrawn, as its votes are; of a session only
 * if another login or credential ends it, or an older key of its login, or several keys are ended at once and the stamping one is among them
 * or they are of several logins.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, API_KEY_NOT_FOUND, LAST_CREDENTIAL
 * @see docs/wire.md 2.14 `delete_api_keys`
 */
export const deleteApiKeys = activity({
  name: 'delete_api_keys',
  versions: {
    V1: {
      parameters: deleteApiKeysParameters as v.GenericSchema<DeleteApiKeysParameters>,
      result: deleteApiKeysResult as v.GenericSchema<DeleteApiKeysResult>,
    },
  },
  newest: 'V1',
  resource: 'CREDENTIAL',
  action: 'DELETE',
  policyParameters: ['userId', 'apiKeyIds'],
  right: 'own credential',
  whileSuspended: 'own',
  ofRootMember: 'root quorum',
  fresh: 'except logout',
  changes: [getUser, listUsers, getApiKeys],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'API_KEY_NOT_FOUND', 'LAST_CREDENTIAL'],
});
