'use client';
import {
  removeOrganizationFeature,
  setOrganizationFeature,
  updateOrganizationName,
  updateRootQuorum,
} from '../contract/organizations.js';
import { getOrganizationConfigs } from '../contract/organizations.queries.js';
import { deleteSubOrganization } from '../contract/subOrganizations.js';
import { activityHook, queryHook } from './rowHooks.js';

/** What the organization has set for itself: features and root quorum. {@link getOrganizationConfigs} */
export const useGetOrganizationConfigs = queryHook('useGetOrganizationConfigs', getOrganizationConfigs);
/** Gives the organization another name. {@link updateOrganizationName} */
export const useUpdateOrganizationName = activityHook('useUpdateOrganizationName', updateOrganizationName);
/** Sets who the root users are, and how many must approve. {@link updateRootQuorum} */
export const useUpdateRootQuorum = activityHook('useUpdateRootQuorum', updateRootQuorum);
/** Switches a feature on, or gives it another value. {@link setOrganizationFeature} */
export const useSetOrganizationFeature = activityHook('useSetOrganizationFeature', setOrganizationFeature);
/** Switches a feature off. {@link removeOrganizationFeature} */
export const useRemoveOrganizationFeature = activityHook('useRemoveOrganizationFeature', removeOrganizationFeature);
/** Deletes the sub-organization of the session, with all that it has. {@link deleteSubOrganization} */
export const useDeleteSubOrganization = activityHook('useDeleteSubOrganization', deleteSubOrganization);
