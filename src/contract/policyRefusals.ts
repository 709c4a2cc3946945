import type { Refusal } from './serviceRefusals.js';

/** The refusals of policies: a part of the table of refusals. */
export const policyRefusals = {
  POLICY_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such policy in the organization.' },
  POLICY_INVALID: { grpc: 3, status: 400, text: 'The policy cannot be read, or can never hold.' },
  POLICY_CHANGED: {
    grpc: 10,
    status: 409,
    text: 'The policy was changed meanwhile, and says something else now. Nothing was changed: look at it first.',
  },
  POLICY_CASE_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such case in the organization.' },
  POLICY_CASES_NOT_HERE: { grpc: 9, status: 400, text: 'Cases for policies are kept in top-level organizations only.' },
  ALIAS_IN_POLICY: {
    grpc: 7,
    status: 403,
    text: 'Policies of the organization go by the names of users: only its root quorum gives and changes them.',
  },
} as const satisfies Record<string, Refusal>;
