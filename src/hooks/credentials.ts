'use client';
import { createApiKeys, deleteApiKeys } from '../contract/credentials.js';
import { getApiKey, getApiKeys } from '../contract/credentials.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** Adds API keys to a user. {@link createApiKeys} */
export const useCreateApiKeys = activityHook('useCreateApiKeys', createApiKeys);
/** Deletes API keys of a user. {@link deleteApiKeys} */
export const useDeleteApiKeys = activityHook('useDeleteApiKeys', deleteApiKeys);
/** An API key by id. {@link getApiKey} */
export const useGetApiKey = queryHook('useGetApiKey', getApiKey);
/** The API keys of a user, or of all. {@link getApiKeys} */
export const useGetApiKeys = queryHook('useGetApiKeys', getApiKeys);
