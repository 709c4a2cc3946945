'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Me } from '../client/flows/me.js';
import { getUser, whoami } from '../contract/users.queries.js';
import { useKit } from './context.js';
import type { HookError, QueryHookOptions } from './hookTypes.js';
import { userQueryOptions } from './queries.js';
import { queryHook } from './rowHooks.js';
import { useSession } from './useSession.js';

/** Who the stamp on the request belongs to. {@link whoami} */
export const useWhoami = queryHook('useWhoami', whoami);
/** A user by id. {@link getUser} */
export const useGetUser = queryHook('useGetUser', getUser);

/** Who is logged in, as the service says: name, contacts, credentials, organization. */
export function useUser<Data = Me>({
  session: asked,
  ...options
}: QueryHookOptions<Me, Data> = {}): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  return useQuery({ ...userQueryOptions(client, asked ?? active), ...options }, queryClient);
}
