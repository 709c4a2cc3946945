'use client';
import { createOauthProviders, deleteOauthProviders } from '../contract/oauth.js';
import { getOauthProviders } from '../contract/oauth.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** Lets a user log in by identities at OAuth providers. {@link createOauthProviders} */
export const useCreateOauthProviders = activityHook('useCreateOauthProviders', createOauthProviders);
/** Deletes identities of a user. {@link deleteOauthProviders} */
export const useDeleteOauthProviders = activityHook('useDeleteOauthProviders', deleteOauthProviders);
/** A user's identities at OAuth providers, or all users'. {@link getOauthProviders} */
export const useGetOauthProviders = queryHook('useGetOauthProviders', getOauthProviders);
