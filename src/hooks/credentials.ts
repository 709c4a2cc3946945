'use client';
import { createApiKeys, deleteApiKeys } from '../contract/credentials.js';
import { activityHook } from './rowHooks.js';

/** Adds API keys to a user. {@link createApiKeys} */
export const useCreateApiKeys = activityHook('useCreateApiKeys', createApiKeys);
/** Deletes API keys of a user. {@link deleteApiKeys} */
export const useDeleteApiKeys = activityHook('useDeleteApiKeys', deleteApiKeys);
