'use client';
import { createPolicies, createPolicy, deletePolicies, deletePolicy, updatePolicy } from '../contract/policies.js';
import { getPolicy, getPolicyEvaluations, listPolicies } from '../contract/policies.queries.js';
import { updatePolicyCases } from '../contract/policyCases.js';
import { getPolicyCases } from '../contract/policyCases.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** A policy by id. {@link getPolicy} */
export const useGetPolicy = queryHook('useGetPolicy', getPolicy);
/** The policies of the organization. {@link listPolicies} */
export const useListPolicies = queryHook('useListPolicies', listPolicies);
/** The outcome of each policy for an activity. {@link getPolicyEvaluations} */
export const useGetPolicyEvaluations = queryHook('useGetPolicyEvaluations', getPolicyEvaluations);
/** Creates a policy. {@link createPolicy} */
export const useCreatePolicy = activityHook('useCreatePolicy', createPolicy);
/** Creates several policies, all or none. {@link createPolicies} */
export const useCreatePolicies = activityHook('useCreatePolicies', createPolicies);
/** Changes a policy. {@link updatePolicy} */
export const useUpdatePolicy = activityHook('useUpdatePolicy', updatePolicy);
/** Deletes a policy. {@link deletePolicy} */
export const useDeletePolicy = activityHook('useDeletePolicy', deletePolicy);
/** Deletes several policies, all or none. {@link deletePolicies} */
export const useDeletePolicies = activityHook('useDeletePolicies', deletePolicies);
/** The cases that policies must hold, for an organization's own users. {@link getPolicyCases} */
export const useGetPolicyCases = queryHook('useGetPolicyCases', getPolicyCases);
/** Adds, replaces and deletes such cases. {@link updatePolicyCases} */
export const useUpdatePolicyCases = activityHook('useUpdatePolicyCases', updatePolicyCases);
