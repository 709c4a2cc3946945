import type { Kysely } from 'kysely';
import type { WebhookEndpointData } from '../../../contract/webhooks.records.js';
import { enqueue } from '../../delivery/outbox.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';

type Subscription = WebhookEndpointData['subscriptions'][number];

/** An endpoint as the wire has it. */
export const writeEndpoint = (endpoint: Row<'webhook_endpoints'>): WebhookEndpointData => ({
  endpointId: endpoint.endpoint_id,
  organizationId: endpoint.organization_id,
  url: endpoint.url,
  name: endpoint.name,
  isActive: endpoint.is_active === 1,
  subscriptions: JSON.parse(endpoint.subscriptions) as Subscription[],
});

/** The endpoints of an organization, oldest first. */
export const endpointsOf = (db: Kysely<Tables>, organizationId: string): Promise<Row<'webhook_endpoints'>[]> =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('endpoint_id')
    .execute();

/** The endpoints that receive an organization's events: its own, and its parent's. */
export async function subscribedEndpoints(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
  eventType: Subscription['eventType'],
): Promise<Row<'webhook_endpoints'>[]> {
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', 'in', parent_id === null ? [organization_id] : [organization_id, parent_id])
    .where('is_active', '=', 1)
    .execute();
  return endpoints.filter((endpoint) =>
    writeEndpoint(endpoint).subscriptions.some((each) => each.isActive && each.eventType === eventType),
  );
}

/** An event. */
export type HappenedEvent = {
  readonly eventType: string;
  readonly happenedIn: string;
  readonly activityId: string;
  readonly content: object;
  readonly nowMs: number;
};

/** For how long an event is tried. */
const triedMs = 24 * 60 * 60_000;

/** Puts an event into the outbox, once for each endpoint. */
export async function announce(
  tools: Tools,
  db: Kysely<Tables>,
  endpoints: readonly Row<'webhook_endpoints'>[],
  { eventType, happenedIn, activityId, content, nowMs }: HappenedEvent,
): Promise<void> {
  for (const { organization_id: organizationId, endpoint_id: endpointId } of endpoints) {
    const eventId = tools.newTimedId(nowMs);
    const expiresAtMs = nowMs + triedMs;
    const delivery: Row<'webhook_deliveries'> = {
      organization_id: organizationId,
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: eventType,
      happened_in: happenedIn,
      activity_id: activityId,
      status: 'PENDING',
      tries: 0,
      response_status: null,
      expires_at_ms: expiresAtMs,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    };
    // One key signs for all organizations: the body says for which endpoint it was written.
    const body = JSON.stringify({ ...content, webhookEndpointId: endpointId });
    await db.insertInto('webhook_deliveries').values(delivery).execute();
    await enqueue(tools, db, {
      organizationId,
      messageId: eventId,
      draft: { channel: 'webhook', organizationId, endpointId, eventType, happenedIn, body },
      requester: endpointId,
      owner: { kind: 'webhook_endpoint', id: endpointId },
      nowMs,
      expiresAtMs,
    });
  }
}
