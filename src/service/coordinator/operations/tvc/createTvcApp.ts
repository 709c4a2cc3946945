import type { Transaction } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { createTvcApp } from '../../../../contract/tvc.js';
import type { Tables } from '../../../store/schema.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkTvcKey, operatorSetFor } from './operatorSets.js';

/** TVC apps that an organization may hold: list_tvc_apps answers them all. */
const mostApps = 100;

/** An app, and the sets of operators that it does not name by their ids. */
export const createTvcAppHandler: ActivityHandler<typeof createTvcApp> = {
  async execute({ parameters }, { tools, transaction, organization, nowMs }) {
    const organizationId = organization.organization_id;
    await checkRoom(transaction, organizationId, parameters.name);
    checkTvcKey(parameters.quorumPublicKey);
    const where = { organizationId, nowMs };
    const manifestSet = await operatorSetFor(tools, transaction, where, {
      setId: parameters.manifestSetId,
      params: parameters.manifestSetParams,
      leastThreshold: 1,
    });
    const shareSet = await operatorSetFor(tools, transaction, where, {
      setId: parameters.shareSetId,
      params: parameters.shareSetParams,
      leastThreshold: 2,
    });
    const appId = tools.newTimedId(nowMs);
    await transaction
      .insertInto('tvc_apps')
      .values({
        organization_id: organizationId,
        app_id: appId,
        app_name: parameters.name,
        quorum_public_key: parameters.quorumPublicKey.toLowerCase(),
        manifest_set_id: manifestSet.set_id,
        share_set_id: shareSet.set_id,
        enable_egress: parameters.enableEgress ? 1 : 0,
        enable_debug: parameters.enableDebugModeDeployments ? 1 : 0,
        live_deployment_id: null,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    return done({
      appId,
      manifestSetId: manifestSet.set_id,
      manifestSetOperatorIds: manifestSet.operators.map(({ operator_id }) => operator_id),
      manifestSetThreshold: manifestSet.threshold,
      shareSetId: shareSet.set_id,
      shareSetOperatorIds: shareSet.operators.map(({ operator_id }) => operator_id),
      shareSetThreshold: shareSet.threshold,
    });
  },
};

async function checkRoom(transaction: Transaction<Tables>, organizationId: string, name: string): Promise<void> {
  const apps = await transaction
    .selectFrom('tvc_apps')
    .select('app_name')
    .where('organization_id', '=', organizationId)
    .limit(mostApps)
    .execute();
  if (apps.length >= mostApps) throw refused('LIMIT_REACHED', { about: `${mostApps} TVC apps` });
  if (apps.some(({ app_name }) => app_name === name)) throw refused('NAME_TAKEN', { about: 'TVC app name' });
}
