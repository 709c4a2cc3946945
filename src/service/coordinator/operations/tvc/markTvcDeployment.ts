import type { Transaction } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { deleteTvcDeployment, restoreTvcDeployment } from '../../../../contract/tvcDeployments.js';
import type { Flag } from '../../../store/columns.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { findApp, findDeployment } from '../../records/tvc.js';

/** Marks a deployment as deleted, unless its app is meant to be served by it. */
export const deleteTvcDeploymentHandler: ActivityHandler<typeof deleteTvcDeployment> = {
  async execute({ parameters: { deploymentId } }, { transaction, organization: { organization_id }, nowMs }) {
    const deployment = await findDeployment(transaction, organization_id, deploymentId);
    const app = await findApp(transaction, organization_id, deployment.app_id);
    if (app.live_deployment_id === deploymentId) throw refused('TVC_DEPLOYMENT_LIVE');
    await mark(transaction, deployment, { is_deleted: 1, updated_at_ms: nowMs });
    return done({ deploymentId });
  },
};

/** Takes the mark away. */
export const restoreTvcDeploymentHandler: ActivityHandler<typeof restoreTvcDeployment> = {
  async execute({ parameters: { deploymentId } }, { transaction, organization, nowMs }) {
    const deployment = await findDeployment(transaction, organization.organization_id, deploymentId);
    await mark(transaction, deployment, { is_deleted: 0, updated_at_ms: nowMs });
    return done({ deploymentId });
  },
};

async function mark(
  transaction: Transaction<Tables>,
  { organization_id, deployment_id }: Row<'tvc_deployments'>,
  marked: { is_deleted: Flag; updated_at_ms: number },
): Promise<void> {
  await transaction
    .updateTable('tvc_deployments')
    .set(marked)
    .where('organization_id', '=', organization_id)
    .where('deployment_id', '=', deployment_id)
    .execute();
}
