import type { BytesColumn, Expiring, SealedColumn } from '../columns.js';

/** The tables of this area. */
export interface DeliveryTables {
  outbox: OutboxTable;
}

export const deliverySealed = {
  message: { table: 'outbox', column: 'sealed_message', id: 'message_id', purpose: 'outbox' },
} as const satisfies Record<string, SealedColumn<keyof DeliveryTables>>;

export const deliveryExpiring = [{ table: 'outbox', keptMs: 0 }] as const satisfies readonly Expiring<
  keyof DeliveryTables
>[];

/** Messages to send. `leased_until_ms` keeps two instances from sending the same one; 0 is free. */
interface OutboxTable {
  organization_id: string;
  message_id: string;
  channel: 'email' | 'sms' | 'webhook';
  /** Whom it is sent for, behind the organization's id: messages are sent by rounds over these. */
  requester: string;
  /** What it is about, a code for one: once that is over, it is not sent. Both `null` where it depends on nothing. */
  owner_kind: string | null;
  owner_id: string | null;
  sealed_message: BytesColumn;
  due_at_ms: number;
  expires_at_ms: number;
  tries: number;
  leased_until_ms: number;
  created_at_ms: number;
}
