import type { deleteTvcAppAndDeployments } from '../../../../contract/tvc.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { deploymentsOf, findApp } from '../../records/tvc.js';

/** The app goes, with all that was deployed of it. */
export const deleteTvcAppAndDeploymentsHandler: ActivityHandler<typeof deleteTvcAppAndDeployments> = {
  async execute({ parameters: { appId } }, { transaction, organization: { organization_id } }) {
    const app = await findApp(transaction, organization_id, appId);
    for (const { deployment_id, manifest_id } of await deploymentsOf(transaction, app)) {
      await transaction
        .deleteFrom('tvc_approvals')
        .where('organization_id', '=', organization_id)
        .where('manifest_id', '=', manifest_id)
        .execute();
      await transaction
        .deleteFrom('tvc_deployments')
        .where('organization_id', '=', organization_id)
        .where('deployment_id', '=', deployment_id)
        .execute();
    }
    await transaction
      .deleteFrom('tvc_apps')
      .where('organization_id', '=', organization_id)
      .where('app_id', '=', appId)
      .execute();
    return done({ appId });
  },
};
