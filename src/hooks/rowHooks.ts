'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callProxy } from '../client/callProxy.js';
import type { Client } from '../client/createClient.js';
import { type SubmitOptions, submit } from '../client/submit.js';
import type { ActivityRow, AnswerOf, ProxyRow, QueryRow, RefusalOf, RequestOf } from '../contract/row.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { ActivityHook, ProxyHook, QueryHook } from './hookTypes.js';
import { rowQueryOptions } from './rowQueryOptions.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

// Each of these functions takes the hook's own name first, for React's tools and error stacks.

/** The hook of a query row. Nothing is requested while nobody is logged in. */
/* @__NO_SIDE_EFFECTS__ */
export function queryHook<R extends QueryRow>(
  name: string,
  row: R,
): QueryHook<RequestOf<R>, AnswerOf<R>, RefusalOf<R>> {
  return named(name, (request, { session: given, ...options } = {}) => {
    const { client, queryClient } = useKit();
    const { session: active } = useSession();
    return useQuery({ ...rowQueryOptions(client, row, request, given ?? active), ...options }, queryClient);
  });
}

/**
 * The hook of an activity row: a mutation that ends when the activity is executed. Changed queries are refetched; after a vote, all that
 * are shown.
 *
 * @param confirm - asks the person first.
 */
/* @__NO_SIDE_EFFECTS__ */
export function activityHook<R extends ActivityRow>(
  name: string,
  row: R,
  confirm?: (client: Client, parameters: RequestOf<R>, signer: SubmitOptions) => Promise<void>,
): ActivityHook<RequestOf<R>, AnswerOf<R>, RefusalOf<R>> {
  return named(name, ({ session: given, stamper, freshBy, ...options } = {}) => {
    const { client, queryClient } = useKit();
    const { session: active } = useSession();
    const session = given ?? active;
    async function mutationFn(given: RequestOf<R>): Promise<AnswerOf<R>> {
      // What is confirmed is what is sent, whatever becomes of the object meanwhile.
      const parameters = confirm ? structuredClone(given) : given;
      await confirm?.(client, parameters, { session, stamper });
      const { result } = await submit(client, row, parameters, { session, stamper, freshBy });
      makeStale({ client, queryClient, session }, row);
      return result;
    }
    return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
  });
}

/** The hook of an auth proxy row: a mutation, since most calls have an effect. */
/* @__NO_SIDE_EFFECTS__ */
export function proxyHook<R extends ProxyRow>(
  name: string,
  row: R,
): ProxyHook<RequestOf<R>, AnswerOf<R>, RefusalOf<R>> {
  return named(name, (options = {}) => {
    const { client, queryClient } = useKit();
    const mutationFn = (request: RequestOf<R>) => callProxy(client, row, request);
    return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
  });
}

const named = <Hook extends object>(name: string, hook: Hook): Hook =>
  Object.defineProperty(hook, 'name', { value: name });
