'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PaymentState, PaymentStates } from '../adapters/paymentStates.js';
import type { Activity } from '../contract/activities.records.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import { signingTypes } from './effectOf.js';
import { answerKey } from './queryKeys.js';
import type { ReadPayments } from './readPayments.js';
import { useSession } from './useSession.js';

/**
 * How far what activities have signed is on its chains, by their ids. Asked again while something is under way. `undefined` until it is known.
 *
 * @param read - what reads it, once it is loaded.
 */
export function usePaymentStates(
  activities: readonly Activity[],
  read: ReadPayments | undefined,
): ReadonlyMap<Activity['id'], PaymentState> | undefined {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const payments = activities.filter(isPayment);
  const { data } = useQuery<PaymentStates>(
    {
      ...queryDefaults,
      queryKey: answerKey(client, session, 'paymentStates', { ids: payments.map(({ id }) => id) }),
      queryFn: () => read?.(client, payments) ?? { states: new Map(), isMoving: false },
      enabled: read !== undefined,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => state.data?.isMoving === true && pollMs,
    },
    queryClient,
  );
  return data?.states;
}

/** Whether an activity has signed a transaction: that is not the end of it. */
export const isPayment = ({ type, status }: Activity): boolean =>
  signingTypes.includes(type) && status === 'ACTIVITY_STATUS_COMPLETED';

const pollMs = 5_000;
