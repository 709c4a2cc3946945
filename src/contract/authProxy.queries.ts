import * as v from 'valibot';
import { authProxyConfig } from './authProxy.records.js';
import { timestamp, uuid } from './fields.js';
import { query } from './row.js';

const getAuthProxyConfigRequest = v.strictObject({ organizationId: uuid });
const getAuthProxyConfigResponse = v.object({
  authProxyConfig: v.object({
    ...authProxyConfig.entries,
    createdAt: timestamp,
    updatedAt: timestamp,
    revision: v.optional(v.string()),
    proxyUserId: v.optional(v.string()),
  }),
});
export interface GetAuthProxyConfigRequest extends v.InferInput<typeof getAuthProxyConfigRequest> {}
export interface GetAuthProxyConfigResponse extends v.InferOutput<typeof getAuthProxyConfigResponse> {}

/**
 * The auth proxy's configuration, defaults filled in. `revision` changes with each change of it. `proxyUserId`: the auth proxy's own user, which
 * no root quorum takes.
 *
 * @throws PROXY_CONFIG_NOT_FOUND
 * @see A row of our own
 */
export const getAuthProxyConfig = query({
  name: 'get_auth_proxy_config',
  request: getAuthProxyConfigRequest as v.GenericSchema<GetAuthProxyConfigRequest>,
  response: getAuthProxyConfigResponse as v.GenericSchema<GetAuthProxyConfigResponse>,
  refusals: ['PROXY_CONFIG_NOT_FOUND'],
});
