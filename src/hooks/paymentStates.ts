'use client';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PaymentState, type PaymentStates, paymentStates } from '../adapters/paymentStates.js';
import type { Activity } from '../contract/activities.records.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import { isPayment } from './effectOf.js';
import { answerKey } from './queryKeys.js';
import { useSession } from './useSession.js';

/** How far the transactions are that activities have signed, by the ids of these; what is not read yet has none. */
export type ReadPayments = ReadonlyMap<Activity['id'], PaymentState>;

/**
 * Reads how far they are, each chain by itself, so that none waits for another's node; again while something is under way. What no chain of
 * the settings may have was signed.
 */
export function usePaymentStates(activities: readonly Activity[]): ReadPayments {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const { chains = [] } = client.settings;
  const payments = activities.filter(isPayment);
  const ids = payments.map(({ id }) => id);
  const said = useQueries(
    {
      queries: chains.map((chain) => ({
        ...queryDefaults,
        queryKey: answerKey(client, session, 'paymentStates', { chain: chain.id, ids }),
        queryFn: () => paymentStates(client, chain, payments),
        enabled: payments.length > 0,
        placeholderData: keepPreviousData<PaymentStates>,
        refetchInterval: ({ state }: { state: { data?: PaymentStates | undefined } }) => state.data?.againMs ?? false,
      })),
      combine: statesIn,
    },
    queryClient,
  );
  const wanted = ids.join();
  return useMemo(() => togetherOf(wanted === '' ? [] : wanted.split(','), said), [wanted, said]);
}

/** The states by chain; `undefined` until the chain's node was asked. */
type Said = readonly (PaymentStates['states'] | undefined)[];

const statesIn = (results: readonly { readonly data: PaymentStates | undefined }[]): Said =>
  results.map(({ data }) => data?.states);

/** The furthest of what the chains say. */
function togetherOf(ids: readonly string[], said: Said): ReadPayments {
  const furthest = (id: string): PaymentState | undefined => {
    const states = said.map((states) => states?.get(id));
    return furthestFirst.find((state) => states.includes(state)) ?? (said.includes(undefined) ? undefined : 'signed');
  };
  const found = ids.map((id) => [id, furthest(id)] as const);
  return new Map(found.flatMap(([id, state]) => (state ? [[id, state] as const] : [])));
}

const furthestFirst = ['done', 'reverted', 'sent', 'signed'] as const;
