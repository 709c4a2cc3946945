import { updateWebhookEndpoint } from '../../contract/webhooks.js';
import { listWebhookDeliveries, listWebhookEndpoints } from '../../contract/webhooks.queries.js';
import type { WebhookDelivery } from '../../contract/webhooks.records.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal, lineForTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import type { RootCaller } from './rootCaller.js';
import { submitUnlessWaiting } from './waiting.js';

/** `latchkey webhook list`: the endpoints of an organization, each with its last deliveries. @returns the exit code. */
export const listWebhooks = (
  environment: ConfigEnvironment,
  { json }: { readonly json: boolean },
  { print, say }: Outputs,
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    const { webhookEndpoints } = await caller.ask(listWebhookEndpoints, {});
    for (const endpoint of webhookEndpoints) {
      const { endpointId, name, url, isActive } = endpoint;
      const deliveries = await deliveriesOf(caller, endpointId, shownDeliveries);
      if (json) print(forTerminal(JSON.stringify({ ...endpoint, deliveries })));
      else {
        print(lineForTerminal([endpointId, isActive ? 'active' : 'paused', url, name].join('  ')));
        for (const each of deliveries) print(`  ${lineOf(each)}`);
      }
    }
    if (webhookEndpoints.length === 0) say('There is no webhook endpoint.');
    return 0;
  });

/**
 * `latchkey webhook test ID`: sends an event to an endpoint, and says what it answered. The event is a change of the endpoint that changes
 * nothing: so every other endpoint of the organization hears of it, too.
 *
 * @returns the exit code: 0 if the endpoint has taken it.
 * @throws {RefusedError} WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const testWebhook = (
  environment: ConfigEnvironment,
  { endpointId, json }: { readonly endpointId: string; readonly json: boolean },
  { print, say }: Outputs,
  { waitMs = 15_000, clock = Date.now }: { readonly waitMs?: number; readonly clock?: () => number } = {},
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    const { id, status, fingerprint } = await submitUnlessWaiting(caller, updateWebhookEndpoint, { endpointId });
    if (status !== 'ACTIVITY_STATUS_COMPLETED') {
      say(`Nothing is sent yet: other root users must approve the activity ${fingerprint}.`);
      return 1;
    }
    const find = async () => (await deliveriesOf(caller, endpointId, 100)).find((each) => each.activityId === id);
    const untilMs = clock() + waitMs;
    let delivery = await find();
    while (delivery && isOpen(delivery) && clock() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      delivery = await find();
    }
    if (!delivery) {
      say('Nothing is sent: the endpoint is paused, or does not subscribe to activities.');
      return 1;
    }
    print(json ? forTerminal(JSON.stringify(delivery)) : lineOf(delivery));
    if (delivery.status === 'WEBHOOK_DELIVERY_STATUS_DELIVERED') return 0;
    say(isOpen(delivery) ? 'It was not sent in time: does latchkey serve run?' : triedWords(delivery));
    return 1;
  });

const shownDeliveries = 3;

const deliveriesOf = async (
  caller: RootCaller,
  endpointId: string,
  limit: number,
): Promise<readonly WebhookDelivery[]> => {
  const request = { endpointId, paginationOptions: { limit: String(limit) } };
  return (await caller.ask(listWebhookDeliveries, request)).webhookDeliveries;
};

/** Not tried yet. */
const isOpen = ({ status, tries }: WebhookDelivery): boolean =>
  status === 'WEBHOOK_DELIVERY_STATUS_PENDING' && tries === 0;

/** Why it was not taken, and whether it comes again. */
function triedWords({ status, responseStatus }: WebhookDelivery): string {
  const why =
    responseStatus === undefined ? 'The endpoint was not reached.' : `The endpoint answered ${responseStatus}.`;
  return `${why} ${status === 'WEBHOOK_DELIVERY_STATUS_FAILED' ? 'It is not tried again.' : 'It is tried again.'}`;
}

/** A delivery in one line. */
function lineOf({ createdAt, status, responseStatus, tries, eventId, activityId }: WebhookDelivery): string {
  const state = status.replace('WEBHOOK_DELIVERY_STATUS_', '').toLowerCase().padEnd(9);
  const answer = String(responseStatus ?? '-').padEnd(3);
  const at = new Date(Number(createdAt.seconds) * 1000).toISOString();
  return [
    at,
    state,
    answer,
    `${tries} ${tries === 1 ? 'try' : 'tries'}`,
    `event ${eventId}`,
    `activity ${activityId}`,
  ].join('  ');
}
