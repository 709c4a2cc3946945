import type { BytesColumn, Expiring, Flag, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface WebhooksTables {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_keys: WebhookKeysTable;
}

export const webhooksMigrations: Migrations = {};

export const webhooksSealed = {
  webhookKey: { table: 'webhook_keys', column: 'sealed_key', id: 'key_id', purpose: 'webhook key' },
} as const satisfies Record<string, SealedColumn<keyof WebhooksTables>>;

const dayMs = 24 * 60 * 60_000;

/** An event is tried for a day; that it was stays to be seen for six more. */
export const webhooksExpiring = [
  { table: 'webhook_deliveries', keptMs: 6 * dayMs },
] as const satisfies readonly Expiring<keyof WebhooksTables>[];

/** Where events are sent. */
interface WebhookEndpointsTable {
  organization_id: string;
  endpoint_id: string;
  name: string;
  url: string;
  is_active: Flag;
  /** JSON: the subscribed events. */
  subscriptions: string;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Events that were sent, or are to be. `organization_id` is the endpoint's. */
interface WebhookDeliveriesTable {
  organization_id: string;
  endpoint_id: string;
  /** The event's, and its message's in the outbox. In the order of time. */
  event_id: string;
  event_type: string;
  happened_in: string;
  activity_id: string;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  tries: number;
  /** The HTTP status of the last answer; `null` where there was none. */
  response_status: number | null;
  expires_at_ms: number;
  created_at_ms: number;
  updated_at_ms: number;
}

/** The Ed25519 key that events are signed with. It is the service's own: `organization_id` is the empty string. */
interface WebhookKeysTable {
  organization_id: string;
  key_id: string;
  /** 32 bytes, hex. */
  public_key: string;
  sealed_key: BytesColumn;
  created_at_ms: number;
}
