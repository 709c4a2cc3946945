'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Me } from '../client/flows/me.js';
import { getLoginState, searchUsers } from '../contract/loginState.queries.js';
import { updateUserEmail, updateUserPhoneNumber } from '../contract/userContacts.js';
import { createUsers, deleteUsers, updateUser, updateUserName } from '../contract/users.js';
import { getUser, listUsers, listUserTags, whoami } from '../contract/users.queries.js';
import { createUserTag, deleteUserTags, updateUserTag } from '../contract/userTags.js';
import { useKit } from './context.js';
import type { HookError, QueryHookOptions } from './hookTypes.js';
import { userQueryOptions } from './queries.js';
import { activityHook, queryHook } from './rowHooks.js';
import { useSession } from './useSession.js';

/** The organization and user of the request's stamp. {@link whoami} */
export const useWhoami = queryHook('useWhoami', whoami);
/** A user by id. {@link getUser} */
export const useGetUser = queryHook('useGetUser', getUser);
/** All users of the organization. {@link listUsers} */
export const useListUsers = queryHook('useListUsers', listUsers);
/** The tags of users. {@link listUserTags} */
export const useListUserTags = queryHook('useListUserTags', listUserTags);
/** The people that a text leads to, for an organization's own users. {@link searchUsers} */
export const useSearchUsers = queryHook('useSearchUsers', searchUsers);
/** Whether a person can log in, for an organization's own users. {@link getLoginState} */
export const useGetLoginState = queryHook('useGetLoginState', getLoginState);
/** Adds users. {@link createUsers} */
export const useCreateUsers = activityHook('useCreateUsers', createUsers);
/** Changes a user. {@link updateUser} */
export const useUpdateUser = activityHook('useUpdateUser', updateUser);
/** Renames a user. {@link updateUserName} */
export const useUpdateUserName = activityHook('useUpdateUserName', updateUserName);
/** Changes a user's e-mail address. {@link updateUserEmail} */
export const useUpdateUserEmail = activityHook('useUpdateUserEmail', updateUserEmail);
/** Changes a user's phone number. {@link updateUserPhoneNumber} */
export const useUpdateUserPhoneNumber = activityHook('useUpdateUserPhoneNumber', updateUserPhoneNumber);
/** Deletes users with their credentials. {@link deleteUsers} */
export const useDeleteUsers = activityHook('useDeleteUsers', deleteUsers);
/** Creates a tag and gives it to users. {@link createUserTag} */
export const useCreateUserTag = activityHook('useCreateUserTag', createUserTag);
/** Renames a tag, and changes which users have it. {@link updateUserTag} */
export const useUpdateUserTag = activityHook('useUpdateUserTag', updateUserTag);
/** Deletes tags. {@link deleteUserTags} */
export const useDeleteUserTags = activityHook('useDeleteUserTags', deleteUserTags);

/** The logged-in person, according to the service: name, contacts, credentials, organization. Its flow is `me` of latchkey/client. */
export function useUser<Data = Me>({
  session: given,
  ...options
}: QueryHookOptions<Me, Data> = {}): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  return useQuery({ ...userQueryOptions(client, given ?? active), ...options }, queryClient);
}
