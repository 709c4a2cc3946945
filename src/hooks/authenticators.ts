'use client';
import { createAuthenticators, deleteAuthenticators, updateAuthenticator } from '../contract/authenticators.js';
import { getAuthenticator, getAuthenticators } from '../contract/authenticators.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** Registers passkeys for a user. {@link createAuthenticators} */
export const useCreateAuthenticators = activityHook('useCreateAuthenticators', createAuthenticators);
/** Deletes passkeys of a user. {@link deleteAuthenticators} */
export const useDeleteAuthenticators = activityHook('useDeleteAuthenticators', deleteAuthenticators);
/** Renames a user's passkey. {@link updateAuthenticator} */
export const useUpdateAuthenticator = activityHook('useUpdateAuthenticator', updateAuthenticator);
/** A passkey by its id. {@link getAuthenticator} */
export const useGetAuthenticator = queryHook('useGetAuthenticator', getAuthenticator);
/** A user's passkeys. {@link getAuthenticators} */
export const useGetAuthenticators = queryHook('useGetAuthenticators', getAuthenticators);
