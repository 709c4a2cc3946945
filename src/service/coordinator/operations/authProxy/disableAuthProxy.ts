import type { disableAuthProxy } from '../../../../contract/authProxy.js';
import { refused } from '../../../../contract/refusals.js';
import { configOf } from '../../../configuration/authProxyConfigs.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';

/** From the next request on the proxy serves nothing. */
export const disableAuthProxyHandler: ActivityHandler<typeof disableAuthProxy> = {
  async execute(_asked, execution) {
    const { transaction, organization, nowMs } = execution;
    const config = await configOf(transaction, organization.organization_id);
    if (!config) throw refused('PROXY_CONFIG_NOT_FOUND');
    await transaction
      .updateTable('auth_proxy_configs')
      .set({ enabled: 0, updated_at_ms: nowMs })
      .where('config_id', '=', config.config_id)
      .execute();
    return done({ authProxyConfigId: config.config_id });
  },
};
