import {
  answerGetAppStatus,
  answerGetTvcApp,
  answerGetTvcDeployment,
  answerListTvcAppDeployments,
  answerListTvcApps,
} from './answers.js';
import { createTvcAppHandler } from './createTvcApp.js';
import { createTvcDeploymentHandler } from './createTvcDeployment.js';
import { createTvcManifestApprovalsHandler } from './createTvcManifestApprovals.js';
import { deleteTvcAppAndDeploymentsHandler } from './deleteTvcAppAndDeployments.js';
import { deleteTvcDeploymentHandler, restoreTvcDeploymentHandler } from './markTvcDeployment.js';
import { setTvcAppLiveDeploymentHandler } from './setTvcAppLiveDeployment.js';

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
