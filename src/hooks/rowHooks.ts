'use client';
import {
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { QueryRequest } from '../client/ask.js';
import { callProxy } from '../client/callProxy.js';
import { submit } from '../client/submit.js';
import type { approveActivity, rejectActivity } from '../contract/activities.js';
import type { ActivityRow, AnswerOf, ProxyRow, QueryRow, RequestOf } from '../contract/row.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { QueryKey } from './queryKeys.js';
import { rowQueryOptions } from './rowQueryOptions.js';
import { useSession } from './session.js';
import { makeStale, makeStaleByVote } from './stale.js';

/** What a query hook takes beside the request: the options of `useQuery`, and whose request it is (default: the active session). */
export type QueryHookOptions<Answer, Data> = Omit<
  UseQueryOptions<Answer, LatchkeyError, Data, QueryKey>,
  'queryKey' | 'queryFn'
> & { readonly session?: Session | undefined };

export type MutationHookOptions<Answer, Request> = Omit<
  UseMutationOptions<Answer, LatchkeyError, Request>,
  'mutationFn'
>;

/** The hook of a query row. Nothing is asked while nobody is logged in. */
/* @__NO_SIDE_EFFECTS__ */
export function queryHook<R extends QueryRow>(
  row: R,
): <Data = AnswerOf<R>>(
  request: QueryRequest<R>,
  options?: QueryHookOptions<AnswerOf<R>, Data>,
) => UseQueryResult<Data, LatchkeyError> {
  return function useRow(request, { session: named, ...options } = {}) {
    const { client, queryClient } = useKit();
    const { session: active } = useSession();
    return useQuery({ ...rowQueryOptions(client, row, request, named ?? active), ...options }, queryClient);
  };
}

type ActivityHook<R extends ActivityRow> = (
  options?: MutationHookOptions<AnswerOf<R>, RequestOf<R>> & { readonly session?: Session | undefined },
) => UseMutationResult<AnswerOf<R>, LatchkeyError, RequestOf<R>>;

/** The hook of an activity row: a mutation that ends when the activity is executed. What the row changes is asked again. */
/* @__NO_SIDE_EFFECTS__ */
export function activityHook<R extends ActivityRow>(row: R): ActivityHook<R> {
  return submitHook(row, (kept) => makeStale(kept, namesOf(row.changes)));
}

/** The hook of a vote: all that is shown is asked again. */
/* @__NO_SIDE_EFFECTS__ */
export function voteHook<R extends typeof approveActivity | typeof rejectActivity>(row: R): ActivityHook<R> {
  return submitHook(row, makeStaleByVote);
}

const namesOf = (rows: readonly QueryRow[]): string[] => rows.map(({ name }) => name);

function submitHook<R extends ActivityRow>(
  row: R,
  onSubmitted: (kept: Parameters<typeof makeStale>[0]) => void,
): ActivityHook<R> {
  return function useRow({ session: named, ...options } = {}) {
    const { client, queryClient } = useKit();
    const { session: active } = useSession();
    const session = named ?? active;
    async function mutationFn(parameters: RequestOf<R>): Promise<AnswerOf<R>> {
      const { result } = await submit(client, row, parameters, { session });
      onSubmitted({ client, queryClient, session });
      return result;
    }
    return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
  };
}

/** The hook of an auth proxy row: a mutation, since most of them do something once. */
/* @__NO_SIDE_EFFECTS__ */
export function proxyHook<R extends ProxyRow>(
  row: R,
): (
  options?: MutationHookOptions<AnswerOf<R>, RequestOf<R>>,
) => UseMutationResult<AnswerOf<R>, LatchkeyError, RequestOf<R>> {
  return function useRow(options = {}) {
    const { client, queryClient } = useKit();
    const mutationFn = (request: RequestOf<R>) => callProxy(client, row, request);
    return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
  };
}
