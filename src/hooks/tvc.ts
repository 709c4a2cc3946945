'use client';
import { createTvcApp, deleteTvcAppAndDeployments, setTvcAppLiveDeployment } from '../contract/tvc.js';
import {
  getAppStatus,
  getTvcApp,
  getTvcDeployment,
  listTvcAppDeployments,
  listTvcApps,
} from '../contract/tvc.queries.js';
import {
  createTvcDeployment,
  createTvcManifestApprovals,
  deleteTvcDeployment,
  restoreTvcDeployment,
} from '../contract/tvcDeployments.js';
import { activityHook, queryHook } from './rowHooks.js';

/** Creates a TVC app with its operators. {@link createTvcApp} */
export const useCreateTvcApp = activityHook('useCreateTvcApp', createTvcApp);
/** Creates a deployment of a TVC app. {@link createTvcDeployment} */
export const useCreateTvcDeployment = activityHook('useCreateTvcDeployment', createTvcDeployment);
/** Records operators' approvals of a manifest. {@link createTvcManifestApprovals} */
export const useCreateTvcManifestApprovals = activityHook('useCreateTvcManifestApprovals', createTvcManifestApprovals);
/** Makes a deployment the live one of its app. {@link setTvcAppLiveDeployment} */
export const useSetTvcAppLiveDeployment = activityHook('useSetTvcAppLiveDeployment', setTvcAppLiveDeployment);
/** Marks a deployment as deleted. {@link deleteTvcDeployment} */
export const useDeleteTvcDeployment = activityHook('useDeleteTvcDeployment', deleteTvcDeployment);
/** Restores a deleted deployment. {@link restoreTvcDeployment} */
export const useRestoreTvcDeployment = activityHook('useRestoreTvcDeployment', restoreTvcDeployment);
/** Deletes a TVC app and all its deployments. {@link deleteTvcAppAndDeployments} */
export const useDeleteTvcAppAndDeployments = activityHook('useDeleteTvcAppAndDeployments', deleteTvcAppAndDeployments);
/** A TVC app. {@link getTvcApp} */
export const useGetTvcApp = queryHook('useGetTvcApp', getTvcApp);
/** The TVC apps of the organization. {@link listTvcApps} */
export const useListTvcApps = queryHook('useListTvcApps', listTvcApps);
/** The deployments of a TVC app. {@link listTvcAppDeployments} */
export const useListTvcAppDeployments = queryHook('useListTvcAppDeployments', listTvcAppDeployments);
/** A deployment, with its manifest and approvals. {@link getTvcDeployment} */
export const useGetTvcDeployment = queryHook('useGetTvcDeployment', getTvcDeployment);
/** The status of a TVC app's deployments. {@link getAppStatus} */
export const useGetAppStatus = queryHook('useGetAppStatus', getAppStatus);
