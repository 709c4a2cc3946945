import { timestampOf } from '../../../../contract/timestamps.js';
import type {
  getAppStatus,
  getTvcApp,
  getTvcDeployment,
  listTvcAppDeployments,
  listTvcApps,
} from '../../../../contract/tvc.queries.js';
import type { TvcAppStatus, TvcDeployment } from '../../../../contract/tvc.records.js';
import type { AnswerQuery } from '../../engine/handlers/handler.js';
import {
  deploymentStatus,
  deploymentsOf,
  findApp,
  findDeployment,
  findSet,
  manifestApprovalsOf,
  setsOf,
  writeApp,
  writeDeployment,
} from '../../records/tvc.js';

const answerGetTvcApp: AnswerQuery<typeof getTvcApp> = async ({ organizationId, tvcAppId }, { db }) => ({
  tvcApp: await writeApp(db, await findApp(db, organizationId, tvcAppId)),
});

/** Oldest first: ids are in the order of time. */
const answerListTvcApps: AnswerQuery<typeof listTvcApps> = async ({ organizationId }, { db }) => {
  const apps = await db
    .selectFrom('tvc_apps')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('app_id')
    .execute();
  return { tvcApps: await Promise.all(apps.map((app) => writeApp(db, app))) };
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
  const tvcDeployments: TvcDeployment[] = [];
  for (const deployment of await deploymentsOf(db, app))
    tvcDeployments.push(await writeDeployment(db, sets, deployment));
  return { tvcDeployments };
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
