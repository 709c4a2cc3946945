'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Me } from '../client/flows/me.js';
import type { LatchkeyError } from '../errors.js';
import { useKit } from './context.js';
import { userQueryOptions } from './queries.js';
import { useSession } from './session.js';

/** Who is logged in, as the service says: name, contacts, credentials, organization. */
export function useUser(): UseQueryResult<Me, LatchkeyError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return useQuery(userQueryOptions(client, session), queryClient);
}
