import { createSubOrganizationHandler } from './createSubOrganization.js';
import { deleteSubOrganizationHandler } from './deleteSubOrganization.js';
import { answerGetOrganizationConfigs } from './getOrganizationConfigs.js';
import { answerListSuborgs } from './listSuborgs.js';
import { answerListVerifiedSuborgs } from './listVerifiedSuborgs.js';
import { removeOrganizationFeatureHandler } from './removeOrganizationFeature.js';
import { setOrganizationFeatureHandler } from './setOrganizationFeature.js';
import { updateOrganizationNameHandler } from './updateOrganizationName.js';
import { updateRootQuorumHandler } from './updateRootQuorum.js';

export const organizationsHandlers = {
  createSubOrganization: createSubOrganizationHandler,
  deleteSubOrganization: deleteSubOrganizationHandler,
  removeOrganizationFeature: removeOrganizationFeatureHandler,
  setOrganizationFeature: setOrganizationFeatureHandler,
  updateOrganizationName: updateOrganizationNameHandler,
  updateRootQuorum: updateRootQuorumHandler,
};

export const organizationsAnswers = {
  getOrganizationConfigs: answerGetOrganizationConfigs,
  listSuborgs: answerListSuborgs,
  listVerifiedSuborgs: answerListVerifiedSuborgs,
};
