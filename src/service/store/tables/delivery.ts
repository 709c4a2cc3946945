import type { MessageKind } from '../../../contract/messages.records.js';
import type { BytesColumn, Expiring, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface DeliveryTables {
  outbox: OutboxTable;
  sent_messages: SentMessagesTable;
}

export const deliveryMigrations: Migrations = {
  /** What became of messages, for whoever looks why one has not come. */
  '0044-sent-messages':
    ({ sql, types: { text, bigint, integer, strict } }) =>
    async (db) => {
      await sql`create table sent_messages (
        organization_id ${text} not null,
        message_id ${text} not null,
        channel ${text} not null,
        kind ${text} not null,
        contact_hash ${text} not null,
        state ${text} not null,
        tries ${integer} not null,
        refusal ${text},
        wanted_until_ms ${bigint} not null,
        created_at_ms ${bigint} not null,
        changed_at_ms ${bigint} not null,
        expires_at_ms ${bigint} not null,
        primary key (organization_id, message_id)
      ) ${strict}`.execute(db);
      await sql`create index sent_messages_by_kind on sent_messages (organization_id, kind, message_id)`.execute(db);
      await sql`create index sent_messages_by_kind_and_state on sent_messages (organization_id, kind, state, message_id)`.execute(
        db,
      );
      await sql`create index sent_messages_by_state on sent_messages (organization_id, state, message_id)`.execute(db);
      await sql`create index sent_messages_by_contact on sent_messages (organization_id, contact_hash, message_id)`.execute(
        db,
      );
      await sql`create index sent_messages_by_expiry on sent_messages (expires_at_ms)`.execute(db);
      await sql`alter table outbox add column listed_in ${text}`.execute(db);
    },
};

export const deliverySealed = {
  message: { table: 'outbox', column: 'sealed_message', id: 'message_id', purpose: 'outbox' },
} as const satisfies Record<string, SealedColumn<keyof DeliveryTables>>;

export const deliveryExpiring = [
  { table: 'outbox', keptMs: 0 },
  { table: 'sent_messages', keptMs: 0 },
] as const satisfies readonly Expiring<keyof DeliveryTables>[];

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
  /** The organization among whose messages it is listed; `null`: an event of a webhook. */
  listed_in: string | null;
}

/** What became of e-mails and text messages, without what they say and whom they are for. */
interface SentMessagesTable {
  /** The top-level organization. */
  organization_id: string;
  message_id: string;
  channel: 'email' | 'sms';
  kind: MessageKind;
  /** Keyed hash of the contact, as limits count it. */
  contact_hash: string;
  /** One that waits beyond `wanted_until_ms` has expired. */
  state: 'WAITING' | 'SENT' | 'GIVEN_UP' | 'NOT_WANTED';
  tries: number;
  /** The code of why the last try failed. */
  refusal: string | null;
  wanted_until_ms: number;
  created_at_ms: number;
  changed_at_ms: number;
  /** Seven days after it was made. */
  expires_at_ms: number;
}
