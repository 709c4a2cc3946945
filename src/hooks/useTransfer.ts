'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import type { TransferOptions } from '../client/flows/importSecrets.js';
import { loadPart } from '../client/loadPart.js';
import type { ActivityRow } from '../contract/row.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

/** Options of a mutation; and where the login is too old, `freshBy: 'passkey'` has the browser ask for one. */
export type TransferHookOptions<Answer, Request> = MutationHookOptions<Answer, Request> &
  Pick<TransferOptions, 'session' | 'freshBy'>;

/** A flow, and the row whose changes make other answers stale. */
type Transfer<Answer, Request extends object> = {
  readonly flow: (client: Client, request: Request & TransferOptions) => Promise<Answer>;
  readonly row: ActivityRow;
};

/** A flow as a mutation, fetched when it is first needed; what its row changes is asked again. */
export function useTransfer<Answer, Request extends object>(
  load: () => Promise<Transfer<Answer, Request>>,
  { session: asked, freshBy, ...options }: TransferHookOptions<Answer, Request>,
): UseMutationResult<Answer, HookError, Request> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const session = asked ?? active;
  async function mutationFn(request: Request): Promise<Answer> {
    const { flow, row } = await loadPart(load());
    const answer = await flow(client, { ...request, session, freshBy });
    makeStale({ client, queryClient, session }, row);
    return answer;
  }
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}
