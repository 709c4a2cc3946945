import {
  answerGetAppStatus,
  answerGetTvcApp,
  answerGetTvcDeployment,
  answerListTvcAppDeployments,
  answerListTvcApps,
} from './answers.js';
import { createTvcAppHandler, deleteTvcAppAndDeploymentsHandler, setTvcAppLiveDeploymentHandler } from './apps.js';
import {
  createTvcDeploymentHandler,
  createTvcManifestApprovalsHandler,
  deleteTvcDeploymentHandler,
  restoreTvcDeploymentHandler,
} from './deployments.js';

export const tvcHandlers = {
  createTvcApp: createTvcAppHandler,
  createTvcDeployment: createTvcDeploymentHandler,
  createTvcManifestApprovals: createTvcManifestApprovalsHandler,
  deleteTvcAppAndDeployments: deleteTvcAppAndDeploymentsHandler,
  deleteTvcDeployment: deleteTvcDeploymentHandler,
  restoreTvcDeployment: restoreTvcDeploymentHandler,
  setTvcAppLiveDeployment: setTvcAppLiveDeploymentHandler,
};

export const tvcAnswers = {
  getAppStatus: answerGetAppStatus,
  getTvcApp: answerGetTvcApp,
  getTvcDeployment: answerGetTvcDeployment,
  listTvcAppDeployments: answerListTvcAppDeployments,
  listTvcApps: answerListTvcApps,
};
