'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import type { TransferOptions } from '../client/flows/importSecrets.js';
import { loadPart } from '../client/loadPart.js';
import type { ActivityRow } from '../contract/row.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { useSession } from './useSession.js';

/** The options of a mutation; with `freshBy: 'passkey'` the browser asks for a passkey if the login is too old. */
export type TransferHookOptions<Answer, Request> = MutationHookOptions<Answer, Request> &
  Pick<TransferOptions, 'session' | 'freshBy'>;

/** A flow, and the row whose changed queries become stale. */
type Transfer<Answer, Request extends object> = {
  readonly flow: (client: Client, request: Request & TransferOptions) => Promise<Answer>;
  readonly row: ActivityRow;
};

/** A flow as a mutation, loaded when first used; the row's changed queries are refetched. */
export function useTransfer<Answer, Request extends object>(
  load: () => Promise<Transfer<Answer, Request>>,
  { session: given, freshBy, ...options }: TransferHookOptions<Answer, Request>,
): UseMutationResult<Answer, HookError, Request> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const session = given ?? active;
  async function mutationFn(request: Request): Promise<Answer> {
    const [{ flow, row }, { makeStale }] = await loadPart(Promise.all([load(), import('./stale.js')]));
    const answer = await flow(client, { ...request, session, freshBy });
    makeStale({ client, queryClient, session }, row);
    return answer;
  }
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}
