'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PaymentState } from '../adapters/paymentStates.js';
import { loadPart } from '../client/loadPart.js';
import type { Activity } from '../contract/activities.records.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import { signingTypes } from './effectOf.js';
import { answerKey } from './queryKeys.js';
import { useSession } from './useSession.js';

/**
 * How far what an activity has signed is on its chain. Asked again while something is under way.
 *
 * @returns `undefined` until that is known
 */
export function usePaymentStates(activities: readonly Activity[]): (activity: Activity) => PaymentState | undefined {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const payments = activities.filter(isPayment);
  const { data, isError } = useQuery(
    {
      ...queryDefaults,
      queryKey: answerKey(client, session, 'paymentStates', { ids: payments.map(({ id }) => id) }),
      queryFn: async () => (await load()).paymentStates(client, payments),
      enabled: payments.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => state.data?.isMoving === true && pollMs,
    },
    queryClient,
  );
  // Where what reads them did not come, a transaction was signed.
  return (activity) => data?.states.get(activity.id) ?? (isError ? 'signed' : undefined);
}

/** Whether an activity has signed a transaction: that is not the end of it. */
export const isPayment = ({ type, status }: Activity): boolean =>
  signingTypes.includes(type) && status === 'ACTIVITY_STATUS_COMPLETED';

const load = () => loadPart(import('../adapters/paymentStates.js'));

const pollMs = 5_000;
