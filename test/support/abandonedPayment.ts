import { prepareTransaction, type TransactionToPrepare } from '../../src/adapters/ethereum/prepareTransaction.js';
import { sendPrepared } from '../../src/adapters/ethereum/sendPrepared.js';
import type { Client } from '../../src/client/createClient.js';
import type { Activity } from '../../src/contract/activities.records.js';

/** A payment that waits for others on a page that is gone: nothing of that page reaches the service any more. */
export async function abandonedPayment(client: Client, wanted: TransactionToPrepare): Promise<Activity> {
  let isGone = false;
  const fetch: Client['fetch'] = (...of) => (isGone ? new Promise(() => {}) : client.fetch(...of));
  const page = { ...client, fetch };
  const prepared = await prepareTransaction(page, wanted);
  return new Promise((resolve, reject) => {
    const onWaiting = (activity: Activity) => {
      isGone = true;
      resolve(activity);
    };
    sendPrepared(page, prepared, { isReviewed: true, onWaiting }).catch(reject);
  });
}
