import { createPoliciesHandler, createPolicyHandler } from './createPolicies.js';
import { deletePoliciesHandler, deletePolicyHandler } from './deletePolicies.js';
import { answerGetPolicy, answerGetPolicyEvaluations, answerListPolicies } from './queries.js';
import { updatePolicyHandler } from './updatePolicy.js';

export const policiesHandlers = {
  createPolicy: createPolicyHandler,
  createPolicies: createPoliciesHandler,
  updatePolicy: updatePolicyHandler,
  deletePolicy: deletePolicyHandler,
  deletePolicies: deletePoliciesHandler,
};

export const policiesAnswers = {
  getPolicy: answerGetPolicy,
  listPolicies: answerListPolicies,
  getPolicyEvaluations: answerGetPolicyEvaluations,
};
