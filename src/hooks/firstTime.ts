'use client';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { ask } from '../client/ask.js';
import type { Client } from '../client/createClient.js';
import { listActivities } from '../contract/activities.queries.js';
import type { Activity } from '../contract/activities.records.js';
import { type TransactionEffect, takesBack } from '../reading/effect.js';
import { namesAddress } from '../reading/namesAddress.js';
import { mayPayUnnamed } from '../reading/solana.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { effectOf, parametersOf, signingTypes } from './effectOf.js';
import type { QueryKey } from './queryKeys.js';
import { type AnswerOptions, sessionQuery } from './rowQueryOptions.js';
import { useSession } from './useSession.js';

/**
 * Whether a waiting transaction is the first that pays its receiver, or allows it anything, on its chain: `true` only if that is known,
 * from all transactions that the organization has signed, of which it reads five hundred at most. Signed payloads that are no
 * transactions do not count. `false` for a transaction that takes a permission back.
 *
 * @param waiting - what is asked about; the signed ones are read again when these change.
 */
export function useFirstTime(waiting: readonly Activity[]): (effect: TransactionEffect) => boolean {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const ids = waiting.filter((activity) => effectOf(activity)).map(({ id }) => id);
  const query = signedQuery(client, queryClient, session, ids);
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
  return (effect) => data !== undefined && isFirst(effect, data);
}

/** What the signed transactions say, of which there may be too many to read: that stays so, and is not asked again. */
export function signedQuery(
  client: Client,
  queryClient: QueryClient,
  session: Session | undefined,
  ids: readonly string[],
): AnswerOptions<Signed> {
  const query: AnswerOptions<Signed> = sessionQuery(client, session, 'signed', { ids }, (signal) => {
    const answers = queryClient.getQueriesData<Signed>({ queryKey: query.queryKey.slice(0, -1) });
    const tooMany = answers.find(([, signed]) => signed?.isWhole === false)?.[1];
    return tooMany ? Promise.resolve(tooMany) : readSigned(client, session, signal);
  });
  return query;
}

/** Whether it is known that none of the signed transactions paid that address on that chain, or allowed it anything. */
export function isFirst(
  effect: Omit<TransactionEffect, 'feeLimit'>,
  { isWhole, isSolanaWhole, receivers, others }: Signed,
): boolean {
  const { to, chain, symbol } = effect;
  return (
    isWhole &&
    (isSolanaWhole || symbol !== 'SOL') &&
    !takesBack(effect) &&
    !receivers.some((receiver) => receiver.to === to && receiver.chain === chain) &&
    !others.some((transaction) => namesAddress(transaction, to))
  );
}

/** Whether two answers are of the same person: their keys differ in the request alone. */
const hasSession = (one: QueryKey, other: QueryKey): boolean =>
  one.slice(0, -1).every((part, at) => part === other[at]);

/** What the signed transactions say about addresses. */
type Signed = {
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** Whether the bytes of those of Solana name all whom they may pay: look-up tables are not in them. */
  readonly isSolanaWhole: boolean;
  readonly receivers: readonly Pick<TransactionEffect, 'to' | 'chain'>[];
  /** Transactions, in lower-case hex, that do something else: they may pay any address that is in their bytes. */
  readonly others: readonly string[];
};

/** What all signed transactions say, read newest first, until a page is empty. */
async function readSigned(client: Client, session: Session | undefined, signal: AbortSignal): Promise<Signed> {
  const completed = { filterByStatus: ['ACTIVITY_STATUS_COMPLETED' as const], filterByType: [...signingTypes] };
  const found: Activity[] = [];
  for (let page = 0; page <= mostPages; page++) {
    const after = found.at(-1)?.id;
    const paginationOptions = { limit: '100', ...(after !== undefined && { after }) };
    const { activities } = await ask(client, listActivities, { ...completed, paginationOptions }, { signal, session });
    if (activities.length === 0) return { isWhole: true, ...splitUp(found) };
    found.push(...activities);
  }
  return { ...splitUp(found), isWhole: false, isSolanaWhole: false };
}

const mostPages = 5;

function splitUp(signed: readonly Activity[]): Omit<Signed, 'isWhole'> {
  const read = signed.map((activity) => ({ effect: effectOf(activity), parameters: parametersOf(activity) }));
  const others = read.flatMap(({ effect, parameters }) => (effect ? [] : [parameters]));
  const bytesOf = ({ unsignedTransaction }: (typeof others)[number]) => String(unsignedTransaction ?? '').toLowerCase();
  return {
    isSolanaWhole: !others.some((other) => other.type === 'TRANSACTION_TYPE_SOLANA' && mayPayUnnamed(bytesOf(other))),
    receivers: read.flatMap(({ effect }) => (effect && gives(effect) ? [effect] : [])),
    others: others.map(bytesOf),
  };
}

/** Who receives nothing is not known yet: anybody can have an address signed with an amount of 0. Of an NFT, 0 is an id. */
const gives = (effect: TransactionEffect): boolean =>
  !takesBack(effect) && (effect.amount !== '0' || effect.unit === 'NFT');
