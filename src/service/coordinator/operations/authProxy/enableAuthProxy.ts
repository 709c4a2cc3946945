import type { enableAuthProxy } from '../../../../contract/authProxy.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { enableProxy } from './enableProxy.js';

/** Only a parent organization has an auth proxy. */
export const enableAuthProxyHandler: ActivityHandler<typeof enableAuthProxy> = {
  async execute(_asked, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    if (organization.parent_id !== null)
      throw refused('NOT_AUTHORIZED', {
        about: 'a sub-organization has no auth proxy',
        turnkeyErrorCode: 'INVALID_ACTIVITY_CALLER',
      });
    return done(await enableProxy(tools, transaction, organization, nowMs));
  },
};
