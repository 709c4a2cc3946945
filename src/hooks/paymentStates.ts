'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type PaymentState, paymentStates } from '../adapters/paymentStates.js';
import type { Activity } from '../contract/activities.records.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import { isPayment } from './effectOf.js';
import { answerKey } from './queryKeys.js';
import { useSession } from './useSession.js';

/** How far the transactions are that activities have signed, by the ids of these; what is not read yet has none. */
export type ReadPayments = ReadonlyMap<Activity['id'], PaymentState>;

/** Reads how far they are on their chains, again while something is under way. */
export function usePaymentStates(activities: readonly Activity[]): ReadPayments | undefined {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const payments = activities.filter(isPayment);
  const { data } = useQuery(
    {
      ...queryDefaults,
      queryKey: answerKey(client, session, 'paymentStates', { ids: payments.map(({ id }) => id) }),
      queryFn: () => paymentStates(client, payments),
      enabled: payments.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => state.data?.isMoving === true && pollMs,
    },
    queryClient,
  );
  return data?.states;
}

const pollMs = 5_000;
