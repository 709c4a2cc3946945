import * as v from 'valibot';
import { uuid } from './fields.js';
import { query } from './row.js';
import { appStatus, type TvcApp, type TvcAppStatus, type TvcDeployment, tvcApp, tvcDeployment } from './tvc.records.js';

const app = tvcApp as v.GenericSchema<unknown, TvcApp>;
const deployment = tvcDeployment as v.GenericSchema<unknown, TvcDeployment>;

const getTvcAppRequest = v.strictObject({ organizationId: uuid, tvcAppId: uuid });
const getTvcAppResponse = v.object({ tvcApp: app });
export interface GetTvcAppRequest extends v.InferInput<typeof getTvcAppRequest> {}
export interface GetTvcAppResponse extends v.InferOutput<typeof getTvcAppResponse> {}

/**
 * A TVC app with its operators.
 *
 * @throws TVC_APP_NOT_FOUND
 * @see docs/wire.md S4.3 `get_tvc_app`, S2.3
 */
export const getTvcApp = query({
  name: 'get_tvc_app',
  request: getTvcAppRequest as v.GenericSchema<GetTvcAppRequest>,
  response: getTvcAppResponse as v.GenericSchema<GetTvcAppResponse>,
  refusals: ['TVC_APP_NOT_FOUND'],
});

const listTvcAppsRequest = v.strictObject({ organizationId: uuid });
const listTvcAppsResponse = v.object({ tvcApps: v.array(app) });
export interface ListTvcAppsRequest extends v.InferInput<typeof listTvcAppsRequest> {}
export interface ListTvcAppsResponse extends v.InferOutput<typeof listTvcAppsResponse> {}

/**
 * The TVC apps of an organization, oldest first; at most 100.
 *
 * @see docs/wire.md 2.15 `list_tvc_apps`
 */
export const listTvcApps = query({
  name: 'list_tvc_apps',
  request: listTvcAppsRequest as v.GenericSchema<ListTvcAppsRequest>,
  response: listTvcAppsResponse as v.GenericSchema<ListTvcAppsResponse>,
  refusals: [],
});

const listTvcAppDeploymentsRequest = v.strictObject({ organizationId: uuid, appId: uuid });
const listTvcAppDeploymentsResponse = v.object({ tvcDeployments: v.array(deployment) });
export interface ListTvcAppDeploymentsRequest extends v.InferInput<typeof listTvcAppDeploymentsRequest> {}
export interface ListTvcAppDeploymentsResponse extends v.InferOutput<typeof listTvcAppDeploymentsResponse> {}

/**
 * The deployments of a TVC app, oldest first, including deleted ones; at most 100.
 *
 * @throws TVC_APP_NOT_FOUND
 * @see docs/wire.md S4.3 `list_tvc_app_deployments`, S2.4
 */
export const listTvcAppDeployments = query({
  name: 'list_tvc_app_deployments',
  request: listTvcAppDeploymentsRequest as v.GenericSchema<ListTvcAppDeploymentsRequest>,
  response: listTvcAppDeploymentsResponse as v.GenericSchema<ListTvcAppDeploymentsResponse>,
  refusals: ['TVC_APP_NOT_FOUND'],
});

const getTvcDeploymentRequest = v.strictObject({ organizationId: uuid, deploymentId: uuid });
const getTvcDeploymentResponse = v.object({ tvcDeployment: deployment });
export interface GetTvcDeploymentRequest extends v.InferInput<typeof getTvcDeploymentRequest> {}
export interface GetTvcDeploymentResponse extends v.InferOutput<typeof getTvcDeploymentResponse> {}

/**
 * A deployment of a TVC app with its manifest and the manifest's approvals.
 *
 * @throws TVC_DEPLOYMENT_NOT_FOUND
 * @see docs/wire.md 2.15 `get_tvc_deployment`
 */
export const getTvcDeployment = query({
  name: 'get_tvc_deployment',
  request: getTvcDeploymentRequest as v.GenericSchema<GetTvcDeploymentRequest>,
  response: getTvcDeploymentResponse as v.GenericSchema<GetTvcDeploymentResponse>,
  refusals: ['TVC_DEPLOYMENT_NOT_FOUND'],
});

const getAppStatusRequest = v.strictObject({ organizationId: uuid, appId: uuid });
const getAppStatusResponse = v.object({ appStatus: appStatus as v.GenericSchema<unknown, TvcAppStatus> });
export interface GetAppStatusRequest extends v.InferInput<typeof getAppStatusRequest> {}
export interface GetAppStatusResponse extends v.InferOutput<typeof getAppStatusResponse> {}

/**
 * The status of a TVC app's deployments. This service runs none: no replica is ever ready. `targetedDeploymentId`: the live one, or the
 * empty string.
 *
 * @throws TVC_APP_NOT_FOUND
 * @see docs/wire.md 2.15 `get_app_status`
 */
export const getAppStatus = query({
  name: 'get_app_status',
  request: getAppStatusRequest as v.GenericSchema<GetAppStatusRequest>,
  response: getAppStatusResponse as v.GenericSchema<GetAppStatusResponse>,
  refusals: ['TVC_APP_NOT_FOUND'],
});
