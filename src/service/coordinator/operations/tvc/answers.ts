import { timestampOf } from '../../../../contract/timestamps.js';
import type {
  getAppStatus,
  getTvcApp,
  getTvcDeployment,
  listTvcAppDeployments,
  listTvcApps,
} from '../../../../contract/tvc.queries.js';
import type { TvcAppStatus } from '../../../../contract/tvc.records.js';
import { inSlices } from '../../../slices.js';
import type { AnswerQuery } from '../../engine/handlers/handler.js';
import {
  deploymentStatus,
  deploymentsOf,
  findApp,
  findDeployment,
  findingOnce,
  findSet,
  manifestApprovalsOf,
  setsOf,
  writeApp,
  writeDeployment,
} from '../../records/tvc.js';

const answerGetTvcApp: AnswerQuery<typeof getTvcApp> = async ({ organizationId, tvcAppId }, { db }) => {
  const app = await findApp(db, organizationId, tvcAppId);
  return { tvcApp: writeApp(app, await setsOf(db, app)) };
};

/** Oldest first: ids are in the order of time. */
const answerListTvcApps: AnswerQuery<typeof listTvcApps> = async ({ organizationId }, { db }) => {
  const apps = await db
    .selectFrom('tvc_apps')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('app_id')
    .execute();
  const find = findingOnce();
  return { tvcApps: await inSlices(apps, async (app) => writeApp(app, await setsOf(db, app, find))) };
};

const answerGetTvcDeployment: AnswerQuery<typeof getTvcDeployment> = async (
  { organizationId, deploymentId },
  { db },
) => {
  const deployment = await findDeployment(db, organizationId, deploymentId);
  const app = await findApp(db, organizationId, deployment.app_id);
  return { tvcDeployment: await writeDeployment(db, await setsOf(db, app), deployment) };
};

const answerListTvcAppDeployments: AnswerQuery<typeof listTvcAppDeployments> = async (
  { organizationId, appId },
  { db },
) => {
  const app = await findApp(db, organizationId, appId);
  const sets = await setsOf(db, app);
  const deployments = await deploymentsOf(db, app);
  return { tvcDeployments: await inSlices(deployments, (deployment) => writeDeployment(db, sets, deployment)) };
};

/** Of those that are not deleted. No replica is ever ready: nothing is booted. */
const answerGetAppStatus: AnswerQuery<typeof getAppStatus> = async ({ organizationId, appId }, { db }) => {
  const app = await findApp(db, organizationId, appId);
  const set = await findSet(db, organizationId, app.manifest_set_id);
  const deployments: TvcAppStatus['deployments'] = [];
  for (const deployment of await deploymentsOf(db, app)) {
    if (deployment.is_deleted === 1) continue;
    deployments.push({
      deploymentId: deployment.deployment_id,
      readyReplicas: 0,
      desiredReplicas: deployment.replicas,
      lastUpdatedTime: timestampOf(deployment.updated_at_ms),
      status: deploymentStatus(set, await manifestApprovalsOf(db, deployment)),
    });
  }
  return { appStatus: { appId, deployments, targetedDeploymentId: app.live_deployment_id ?? '' } };
};

export const tvcRecordAnswers = {
  getTvcApp: answerGetTvcApp,
  listTvcApps: answerListTvcApps,
  getTvcDeployment: answerGetTvcDeployment,
  listTvcAppDeployments: answerListTvcAppDeployments,
  getAppStatus: answerGetAppStatus,
};
