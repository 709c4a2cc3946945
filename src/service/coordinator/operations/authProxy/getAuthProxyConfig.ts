import type { getAuthProxyConfig } from '../../../../contract/authProxy.queries.js';
import { refused } from '../../../../contract/refusals.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import { configOf, readSettings } from '../../../configuration/authProxyConfigs.js';
import type { AnswerQuery } from '../../engine/handler.js';

/** Everything that can be set, and no key. */
export const answerGetAuthProxyConfig: AnswerQuery<typeof getAuthProxyConfig> = async ({ organizationId }, { db }) => {
  const config = await configOf(db, organizationId);
  if (!config) throw refused('PROXY_CONFIG_NOT_FOUND');
  return {
    authProxyConfig: {
      authProxyConfigId: config.config_id,
      enabled: config.enabled === 1,
      ...readSettings(config),
      createdAt: timestampOf(config.created_at_ms),
      updatedAt: timestampOf(config.updated_at_ms),
    },
  };
};
