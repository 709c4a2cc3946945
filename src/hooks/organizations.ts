'use client';
import {
  removeOrganizationFeature,
  setOrganizationFeature,
  updateOrganizationName,
  updateRootQuorum,
} from '../contract/organizations.js';
import { getOrganizationConfigs } from '../contract/organizations.queries.js';
import { deleteSubOrganization, resumeSubOrganization, suspendSubOrganization } from '../contract/subOrganizations.js';
import { activityHook, queryHook } from './rowHooks.js';

/** The organization's enabled features and root quorum. {@link getOrganizationConfigs} */
export const useGetOrganizationConfigs = queryHook('useGetOrganizationConfigs', getOrganizationConfigs);
/** Renames the organization. {@link updateOrganizationName} */
export const useUpdateOrganizationName = activityHook('useUpdateOrganizationName', updateOrganizationName);
/** Sets the root users, and how many must approve. {@link updateRootQuorum} */
export const useUpdateRootQuorum = activityHook('useUpdateRootQuorum', updateRootQuorum);
/** Enables a feature, or changes its value. {@link setOrganizationFeature} */
export const useSetOrganizationFeature = activityHook('useSetOrganizationFeature', setOrganizationFeature);
/** Disables a feature. {@link removeOrganizationFeature} */
export const useRemoveOrganizationFeature = activityHook('useRemoveOrganizationFeature', removeOrganizationFeature);
/** Deletes the sub-organization of the session, with all its data. {@link deleteSubOrganization} */
export const useDeleteSubOrganization = activityHook('useDeleteSubOrganization', deleteSubOrganization);
/** Suspends a sub-organization, of the parent's own root quorum. {@link suspendSubOrganization} */
export const useSuspendSubOrganization = activityHook('useSuspendSubOrganization', suspendSubOrganization);
/** Ends a suspension. {@link resumeSubOrganization} */
export const useResumeSubOrganization = activityHook('useResumeSubOrganization', resumeSubOrganization);
