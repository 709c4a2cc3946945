'use client';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../client/ask.js';
import type { Client } from '../client/createClient.js';
import type { TransactionEffect } from '../client/transactions/effect.js';
import { namesAddress } from '../client/transactions/namesAddress.js';
import { listActivities } from '../contract/activities.queries.js';
import type { Activity } from '../contract/activities.records.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { effectOf, parametersOf, signingTypes } from './effectOf.js';
import type { QueryKey } from './queryKeys.js';
import { sessionQuery } from './rowQueryOptions.js';
import { useSession } from './useSession.js';

/**
 * Whether a waiting transaction is the first that pays its receiver, or allows it anything, on its chain: `true` only if that is known,
 * from all transactions that the organization has signed, of which it reads five hundred at most. Signed payloads that are no
 * transactions do not count.
 *
 * @param waiting - what is asked about; the signed ones are read again when these change.
 */
export function useFirstTime(waiting: readonly Activity[]): (effect: TransactionEffect) => boolean {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const ids = waiting.filter(effectOf).map(({ id }) => id);
  const query = sessionQuery(client, session, 'signed', { ids }, (signal) => readSigned(client, session, signal));
  const { data } = useQuery(
    {
      ...query,
      enabled: query.enabled && ids.length > 0,
      // While it is read again, the last answer is kept, but not another person's.
      placeholderData: (last, lastQuery) =>
        lastQuery && hasSession(lastQuery.queryKey, query.queryKey) ? last : undefined,
    },
    queryClient,
  );
  return ({ to, chain }) =>
    data?.isWhole === true &&
    !data.receivers.some((receiver) => receiver.to === to && receiver.chain === chain) &&
    !data.others.some((transaction) => namesAddress(transaction, to));
}

/** Whether two answers are of the same person: their keys differ in the request alone. */
const hasSession = (one: QueryKey, other: QueryKey): boolean =>
  one.slice(0, -1).every((part, at) => part === other[at]);

/** What the signed transactions say about addresses. */
type Signed = {
  /** Whether these are all. */
  readonly isWhole: boolean;
  readonly receivers: readonly Pick<TransactionEffect, 'to' | 'chain'>[];
  /** Transactions, in hex, that do something else: they may pay any address that is in their bytes. */
  readonly others: readonly string[];
};

/** What all signed transactions say, read newest first, until a page is empty. */
export async function readSigned(client: Client, session: Session | undefined, signal: AbortSignal): Promise<Signed> {
  const completed = { filterByStatus: ['ACTIVITY_STATUS_COMPLETED' as const], filterByType: [...signingTypes] };
  const found: Activity[] = [];
  for (let page = 0; page <= mostPages; page++) {
    const after = found.at(-1)?.id;
    const paginationOptions = { limit: '100', ...(after !== undefined && { after }) };
    const { activities } = await ask(client, listActivities, { ...completed, paginationOptions }, { signal, session });
    if (activities.length === 0) return { isWhole: true, ...splitUp(found) };
    found.push(...activities);
  }
  return { isWhole: false, receivers: [], others: [] };
}

const mostPages = 5;

function splitUp(signed: readonly Activity[]): Pick<Signed, 'receivers' | 'others'> {
  const read = signed.map((activity) => ({ activity, effect: effectOf(activity) }));
  return {
    receivers: read.flatMap(({ effect }) => (effect && effect.does !== 'forbidAll' ? [effect] : [])),
    others: read
      .filter(({ effect }) => effect === undefined)
      .map(({ activity }) => String(parametersOf(activity).unsignedTransaction ?? '')),
  };
}
