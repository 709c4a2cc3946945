'use client';
import { useEffect } from 'react';
import type { Activity } from '../../contract/activities.records.js';
import { type ReadPayments, usePaymentStates } from '../../hooks/paymentStates.js';

type PaymentsReaderProps = {
  activities: readonly Activity[];
  /** Called with what is known of them, each time that it changes. */
  onRead: (payments: ReadPayments) => void;
};

/** Draws nothing: it reads how far payments are, and is loaded later than the list of them. */
export function PaymentsReader({ activities, onRead }: PaymentsReaderProps): null {
  const payments = usePaymentStates(activities);
  useEffect(() => onRead(payments), [payments, onRead]);
  return null;
}
