import { tvcRecordAnswers } from './answers.js';
import { tvcAppHandlers } from './apps.js';
import { tvcDeploymentHandlers } from './deployments.js';

export const tvcHandlers = {
  ...tvcAppHandlers,
  ...tvcDeploymentHandlers,
};

export const tvcAnswers = {
  ...tvcRecordAnswers,
};
