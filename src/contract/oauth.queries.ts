import * as v from 'valibot';
import { uuid } from './fields.js';
import { query } from './row.js';
import { type OauthProvider, oauthProvider } from './shapes.js';

const getOauthProvidersRequest = v.strictObject({ organizationId: uuid, userId: v.optional(uuid) });
const getOauthProvidersResponse = v.object({
  oauthProviders: v.array(oauthProvider as v.GenericSchema<unknown, OauthProvider>),
});
export interface GetOauthProvidersRequest extends v.InferInput<typeof getOauthProvidersRequest> {}
export interface GetOauthProvidersResponse extends v.InferOutput<typeof getOauthProvidersResponse> {}

/**
 * The OAuth identities that a user, or any user of the organization, can log in with, oldest first.
 *
 * @throws USER_NOT_FOUND
 * @see docs/wire.md 2.15 `get_oauth_providers`
 */
export const getOauthProviders = query({
  name: 'get_oauth_providers',
  request: getOauthProvidersRequest as v.GenericSchema<GetOauthProvidersRequest>,
  response: getOauthProvidersResponse as v.GenericSchema<GetOauthProvidersResponse>,
  refusals: ['USER_NOT_FOUND'],
});
