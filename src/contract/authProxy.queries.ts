import * as v from 'valibot';
import { authProxyConfig } from './authProxy.records.js';
import { timestamp, uuid } from './fields.js';
import { query } from './row.js';

/**
 * The auth proxy's configuration, defaults filled in.
 *
 * @throws PROXY_CONFIG_NOT_FOUND
 * @see A row of our own
 */
export const getAuthProxyConfig = query({
  name: 'get_auth_proxy_config',
  request: v.strictObject({ organizationId: uuid }),
  response: v.object({
    authProxyConfig: v.object({ ...authProxyConfig.entries, createdAt: timestamp, updatedAt: timestamp }),
  }),
  refusals: ['PROXY_CONFIG_NOT_FOUND'],
});
