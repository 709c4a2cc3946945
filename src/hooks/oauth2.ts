'use client';
import { createOauth2Credential, deleteOauth2Credential, updateOauth2Credential } from '../contract/oauth2.js';
import { getOauth2Credential, listOauth2Credentials } from '../contract/oauth2.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** A credential of an OAuth 2.0 app by id. {@link getOauth2Credential} */
export const useGetOauth2Credential = queryHook('useGetOauth2Credential', getOauth2Credential);
/** The credentials of an organization's OAuth 2.0 apps. {@link listOauth2Credentials} */
export const useListOauth2Credentials = queryHook('useListOauth2Credentials', listOauth2Credentials);
/** Adds the client id and secret of an app at X or Discord. {@link createOauth2Credential} */
export const useCreateOauth2Credential = activityHook('useCreateOauth2Credential', createOauth2Credential);
/** Replaces a credential's client id and secret. {@link updateOauth2Credential} */
export const useUpdateOauth2Credential = activityHook('useUpdateOauth2Credential', updateOauth2Credential);
/** Deletes a credential. {@link deleteOauth2Credential} */
export const useDeleteOauth2Credential = activityHook('useDeleteOauth2Credential', deleteOauth2Credential);
