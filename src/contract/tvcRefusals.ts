import type { Refusal } from './serviceRefusals.js';

/** The refusals of operations on TVC apps: a part of the table of refusals. */
export const tvcRefusals = {
  TVC_APP_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such TVC app in the organization.' },
  TVC_DEPLOYMENT_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such TVC deployment in the organization.' },
  TVC_MANIFEST_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such TVC manifest in the organization.' },
  TVC_OPERATOR_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such TVC operator in the set.' },
  TVC_OPERATOR_SET_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such set of TVC operators.' },
  TVC_OPERATORS_INVALID: {
    grpc: 3,
    status: 400,
    text: 'A set of operators is named by its id or made from parameters, one of the two; its threshold is at most the number of its operators, and that of a share set 2 at least.',
  },
  TVC_APPROVAL_INVALID: {
    grpc: 3,
    status: 400,
    text: "The signature is not the operator's over the SHA-256 of the manifest.",
  },
  TVC_NOT_APPROVED: {
    grpc: 9,
    status: 400,
    text: 'Too few operators have approved the manifest, or the deployment is deleted.',
  },
  TVC_DEPLOYMENT_LIVE: { grpc: 9, status: 400, text: 'The deployment is the live one of its app.' },
  TVC_DEBUG_NOT_ENABLED: { grpc: 9, status: 400, text: 'The app was made without deployments in debug mode.' },
} as const satisfies Record<string, Refusal>;
