import { refused } from '../../../../contract/refusals.js';
import type { setTvcAppLiveDeployment } from '../../../../contract/tvc.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { approvalsOf, findApp, findDeployment, findSet, statusOf } from '../../records/tvc.js';

/** Makes the deployment the live one of its app. */
export const setTvcAppLiveDeploymentHandler: ActivityHandler<typeof setTvcAppLiveDeployment> = {
  async execute({ parameters: { deploymentId } }, { transaction, organization: { organization_id }, nowMs }) {
    const deployment = await findDeployment(transaction, organization_id, deploymentId);
    const app = await findApp(transaction, organization_id, deployment.app_id);
    const set = await findSet(transaction, organization_id, app.manifest_set_id);
    const { approved } = statusOf(set, await approvalsOf(transaction, deployment));
    if (!approved || deployment.is_deleted === 1) throw refused('TVC_NOT_APPROVED');
    await transaction
      .updateTable('tvc_apps')
      .set({ live_deployment_id: deploymentId, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('app_id', '=', app.app_id)
      .execute();
    return done({});
  },
};
