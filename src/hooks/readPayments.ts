import { type PaymentStates, paymentStates } from '../adapters/paymentStates.js';
import type { Client } from '../client/createClient.js';
import type { Activity } from '../contract/activities.records.js';

/** Reads how far payments are, apart from the hook that asks for it: it is loaded with what was approved, when activities are shown. */
export type ReadPayments = (client: Client, payments: readonly Activity[]) => Promise<PaymentStates>;

export const readPayments: ReadPayments = (client, payments) => paymentStates(client, payments);
