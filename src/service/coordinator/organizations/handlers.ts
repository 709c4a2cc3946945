import { createSubOrganizationHandler } from './createSubOrganization.js';
import { answerListSuborgs } from './listSuborgs.js';
import { answerListVerifiedSuborgs } from './listVerifiedSuborgs.js';

export const organizationsHandlers = {
  createSubOrganization: createSubOrganizationHandler,
};

export const organizationsAnswers = {
  listSuborgs: answerListSuborgs,
  listVerifiedSuborgs: answerListVerifiedSuborgs,
};
