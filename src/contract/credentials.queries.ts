import * as v from 'valibot';
import { uuid } from './fields.js';
import { query } from './row.js';
import { type ApiKey, apiKey } from './shapes.js';

const getApiKeyRequest = v.strictObject({ organizationId: uuid, apiKeyId: uuid });
const getApiKeyResponse = v.object({ apiKey: apiKey as v.GenericSchema<unknown, ApiKey> });
export interface GetApiKeyRequest extends v.InferInput<typeof getApiKeyRequest> {}
export interface GetApiKeyResponse extends v.InferOutput<typeof getApiKeyResponse> {}

/**
 * An API key or session key of the organization.
 *
 * @throws API_KEY_NOT_FOUND
 * @see The public OpenAPI document, v1GetApiKeyRequest
 */
export const getApiKey = query({
  name: 'get_api_key',
  request: getApiKeyRequest as v.GenericSchema<GetApiKeyRequest>,
  response: getApiKeyResponse as v.GenericSchema<GetApiKeyResponse>,
  refusals: ['API_KEY_NOT_FOUND'],
});

const getApiKeysRequest = v.strictObject({ organizationId: uuid, userId: v.optional(uuid) });
const getApiKeysResponse = v.object({ apiKeys: v.array(apiKey as v.GenericSchema<unknown, ApiKey>) });
export interface GetApiKeysRequest extends v.InferInput<typeof getApiKeysRequest> {}
export interface GetApiKeysResponse extends v.InferOutput<typeof getApiKeysResponse> {}

/**
 * The API keys and session keys of a user, or of all users of the organization, oldest first.
 *
 * @throws USER_NOT_FOUND
 * @see docs/wire.md 2.15 `get_api_keys`
 */
export const getApiKeys = query({
  name: 'get_api_keys',
  request: getApiKeysRequest as v.GenericSchema<GetApiKeysRequest>,
  response: getApiKeysResponse as v.GenericSchema<GetApiKeysResponse>,
  refusals: ['USER_NOT_FOUND'],
});
