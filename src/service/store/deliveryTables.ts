import type { Bytes } from './columns.js';

// What goes out to people: the messages that wait, and how many there were.

/** Messages to send. `leased_until_ms` keeps two instances from sending the same one; 0 is free. */
export interface OutboxTable {
  organization_id: string;
  message_id: string;
  channel: 'email' | 'sms';
  /** Whom it is sent for, behind the organization's id: messages are sent by rounds over these. */
  asker: string;
  /** What it is about, a code for one: once that is over, it is not sent. Both `null` where it depends on nothing. */
  owner_kind: string | null;
  owner_id: string | null;
  sealed_message: Bytes;
  due_at_ms: number;
  expires_at_ms: number;
  tries: number;
  leased_until_ms: number;
  created_at_ms: number;
}

/** How many codes went out within the last hour, of those that a cap counts together: see `hourCounts.ts`. */
export interface CodeCountsTable {
  organization_id: string;
  counter: string;
  /** A high count is spread over several. */
  part: number;
  /** JSON: for each minute that had any, its first and how many. */
  slices: string;
}
