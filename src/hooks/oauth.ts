'use client';
import { createOauthProviders, deleteOauthProviders } from '../contract/oauth.js';
import { getOauthProviders } from '../contract/oauth.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** Adds OAuth identities to a user. {@link createOauthProviders} */
export const useCreateOauthProviders = activityHook('useCreateOauthProviders', createOauthProviders);
/** Deletes identities of a user. {@link deleteOauthProviders} */
export const useDeleteOauthProviders = activityHook('useDeleteOauthProviders', deleteOauthProviders);
/** The OAuth identities of a user, or of all users. {@link getOauthProviders} */
export const useGetOauthProviders = queryHook('useGetOauthProviders', getOauthProviders);
