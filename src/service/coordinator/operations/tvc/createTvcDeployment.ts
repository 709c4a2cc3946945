import { refused } from '../../../../contract/refusals.js';
import type { TvcContainerSpec } from '../../../../contract/tvc.records.js';
import type { createTvcDeployment } from '../../../../contract/tvcDeployments.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { deploymentsOf, findApp, setsOf } from '../../records/tvc.js';
import { writeManifest } from './writeManifest.js';

/** Deployments of an app, deleted ones included: list_tvc_app_deployments answers them all. */
const mostDeployments = 100;

/** A deployment with its manifest, which waits for its operators. */
export const createTvcDeploymentHandler: ActivityHandler<typeof createTvcDeployment> = {
  async execute({ parameters }, { tools, transaction, organization, nowMs }) {
    const organizationId = organization.organization_id;
    const app = await findApp(transaction, organizationId, parameters.appId);
    const { debugMode = false, nonce = Math.floor(nowMs / 1000) } = parameters;
    if (debugMode && app.enable_debug === 0) throw refused('TVC_DEBUG_NOT_ENABLED');
    if ((await deploymentsOf(transaction, app)).length >= mostDeployments) {
      throw refused('LIMIT_REACHED', { about: `${mostDeployments} deployments of an app` });
    }
    const manifest = writeManifest({
      app,
      ...(await setsOf(transaction, app)),
      nonce,
      parameters: { ...parameters, debugMode },
    });
    const ids = { deploymentId: tools.newTimedId(nowMs), manifestId: tools.newTimedId(nowMs) };
    await transaction
      .insertInto('tvc_deployments')
      .values({
        organization_id: organizationId,
        deployment_id: ids.deploymentId,
        app_id: app.app_id,
        manifest_id: ids.manifestId,
        manifest,
        qos_version: parameters.qosVersion,
        container: JSON.stringify(containerOf(parameters)),
        replicas: parameters.replicas ?? (debugMode ? 1 : 3),
        debug_mode: debugMode ? 1 : 0,
        is_deleted: 0,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    return done(ids);
  },
};

/** The pull secret itself is not kept: nothing is pulled. */
const containerOf = (parameters: ParametersOf<typeof createTvcDeployment>): TvcContainerSpec => ({
  containerUrl: parameters.pivotContainerImageUrl,
  path: parameters.pivotPath,
  args: parameters.pivotArgs,
  hasPullSecret: parameters.pivotContainerEncryptedPullSecret !== undefined,
  healthCheckType: parameters.healthCheckType,
  healthCheckPort: parameters.healthCheckPort,
  publicIngressPort: parameters.publicIngressPort,
});
