import * as v from 'valibot';
import { count, label, uuid } from './fields.js';
import { activity } from './row.js';
import { getAppStatus, getTvcApp, getTvcDeployment, listTvcAppDeployments, listTvcApps } from './tvc.queries.js';

const operatorKey = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{260}$/, 'must be 130 bytes in hex'), v.toLowerCase());
const operatorSetParams = v.strictObject({
  name: label,
  newOperators: v.optional(v.pipe(v.array(v.strictObject({ name: label, publicKey: operatorKey })), v.maxLength(100))),
  existingOperatorIds: v.optional(v.pipe(v.array(uuid), v.maxLength(100))),
  threshold: count(1, 100),
});

const createTvcAppParameters = v.strictObject({
  name: label,
  quorumPublicKey: operatorKey,
  manifestSetId: v.optional(uuid),
  manifestSetParams: v.optional(operatorSetParams),
  shareSetId: v.optional(uuid),
  shareSetParams: v.optional(operatorSetParams),
  enableEgress: v.optional(v.boolean()),
  enableDebugModeDeployments: v.optional(v.boolean()),
});
const createTvcAppResult = v.object({
  appId: v.string(),
  manifestSetId: v.string(),
  manifestSetOperatorIds: v.array(v.string()),
  manifestSetThreshold: v.number(),
  shareSetId: v.string(),
  shareSetOperatorIds: v.array(v.string()),
  shareSetThreshold: v.number(),
});
export interface CreateTvcAppParameters extends v.InferInput<typeof createTvcAppParameters> {}
export interface CreateTvcAppResult extends v.InferOutput<typeof createTvcAppResult> {}

/**
 * Creates a TVC app. Each of its two operator sets is given by id, or created from the given operators; the threshold of a share set is at
 * least 2. Keys are 130 bytes in hex.
 *
 * @throws NAME_TAKEN, LIMIT_REACHED, PUBLIC_KEY_INVALID, TVC_OPERATORS_INVALID, TVC_OPERATOR_NOT_FOUND, TVC_OPERATOR_SET_NOT_FOUND
 * @see docs/wire.md 2.14 `create_tvc_app`, 10
 */
export const createTvcApp = activity({
  name: 'create_tvc_app',
  versions: {
    V1: {
      parameters: createTvcAppParameters as v.GenericSchema<CreateTvcAppParameters>,
      result: createTvcAppResult as v.GenericSchema<CreateTvcAppResult>,
    },
  },
  newest: 'V1',
  resource: 'TVC_APP',
  action: 'CREATE',
  right: 'quorum',
  changes: [listTvcApps],
  refusals: [
    'NAME_TAKEN',
    'LIMIT_REACHED',
    'PUBLIC_KEY_INVALID',
    'TVC_OPERATORS_INVALID',
    'TVC_OPERATOR_NOT_FOUND',
    'TVC_OPERATOR_SET_NOT_FOUND',
  ],
});

const ofDeployment = v.strictObject({ deploymentId: uuid });
const nothing = v.object({});
export interface SetTvcAppLiveDeploymentParameters extends v.InferInput<typeof ofDeployment> {}
export interface SetTvcAppLiveDeploymentResult extends v.InferOutput<typeof nothing> {}

/**
 * Makes an approved deployment the live one of its app; an app has one live deployment.
 *
 * @throws TVC_DEPLOYMENT_NOT_FOUND, TVC_NOT_APPROVED
 * @see docs/wire.md 2.14 `set_tvc_app_live_deployment`
 */
export const setTvcAppLiveDeployment = activity({
  name: 'set_tvc_app_live_deployment',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_UPDATE_TVC_APP_LIVE_DEPLOYMENT',
      intentKey: 'updateTvcAppLiveDeploymentIntent',
      resultKey: 'updateTvcAppLiveDeploymentResult',
      parameters: ofDeployment as v.GenericSchema<SetTvcAppLiveDeploymentParameters>,
      result: nothing as v.GenericSchema<SetTvcAppLiveDeploymentResult>,
    },
  },
  newest: 'V1',
  activityKind: 'UPDATE_TVC_APP_LIVE_DEPLOYMENT',
  resource: 'TVC_APP',
  action: 'UPDATE',
  right: 'quorum',
  changes: [getTvcApp, listTvcApps, getAppStatus],
  refusals: ['TVC_DEPLOYMENT_NOT_FOUND', 'TVC_NOT_APPROVED'],
});

const ofApp = v.strictObject({ appId: uuid });
const appId = v.object({ appId: v.string() });
export interface DeleteTvcAppAndDeploymentsParameters extends v.InferInput<typeof ofApp> {}
export interface DeleteTvcAppAndDeploymentsResult extends v.InferOutput<typeof appId> {}

/**
 * Deletes an app with its deployments, their manifests and approvals, for good. Its operator sets stay, since other apps may use them.
 *
 * @throws TVC_APP_NOT_FOUND
 * @see docs/wire.md 10
 */
export const deleteTvcAppAndDeployments = activity({
  name: 'delete_tvc_app_and_deployments',
  versions: {
    V1: {
      parameters: ofApp as v.GenericSchema<DeleteTvcAppAndDeploymentsParameters>,
      result: appId as v.GenericSchema<DeleteTvcAppAndDeploymentsResult>,
    },
  },
  newest: 'V1',
  resource: 'TVC_APP',
  action: 'DELETE',
  right: 'quorum',
  changes: [getTvcApp, listTvcApps, getTvcDeployment, listTvcAppDeployments, getAppStatus],
  refusals: ['TVC_APP_NOT_FOUND'],
});
