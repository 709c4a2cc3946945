import type { updateAuthProxyConfig } from '../../../contract/authProxy.js';
import { refused } from '../../../contract/refusals.js';
import { configOf, readSettings } from '../../configuration/authProxyConfigs.js';
import { changedSettings } from '../../configuration/authProxySettings.js';
import type { ActivityHandler } from '../pipeline/execution.js';

/** Changes the members given, all of them or none. A list of origins that allows any is logged: it is meant for development. */
export const updateAuthProxyConfigHandler: ActivityHandler<typeof updateAuthProxyConfig> = {
  async execute({ parameters: changes }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    const config = await configOf(transaction, organization.organization_id);
    if (!config) throw refused('PROXY_CONFIG_NOT_FOUND');
    const settings = changedSettings(readSettings(config), changes);
    if (changes.allowedOrigins?.includes('*'))
      tools.log('auth proxy open to every origin', { configId: config.config_id });
    await transaction
      .updateTable('auth_proxy_configs')
      .set({ settings: JSON.stringify(settings), updated_at_ms: nowMs })
      .where('config_id', '=', config.config_id)
      .execute();
    return { authProxyConfigId: config.config_id };
  },
};
