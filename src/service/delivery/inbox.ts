import type { Clock } from '../tools.js';
import type { Message, Send } from './message.js';

/** A message as the development inbox shows it. */
export type InboxEntry = {
  readonly id: string;
  readonly to: string;
  readonly channel: 'email' | 'sms';
  /** Empty in an SMS. */
  readonly subject: string;
  readonly text: string;
  /** Empty in an SMS. */
  readonly html: string;
  readonly code: string | null;
  readonly sentAtMs: number;
};

/** Where messages land in development and in tests. */
export type Inbox = {
  readonly send: Send;
  /** Newest first: all, or those to one contact in canonical form. */
  readonly list: (contact?: string) => InboxEntry[];
  /** The newest code sent to a contact. */
  readonly lastCode: (contact: string) => string | undefined;
  readonly clear: () => void;
};

const most = 500;

/** Keeps the last 500 messages in memory. */
export function createInbox(clock: Clock): Inbox {
  let entries: readonly InboxEntry[] = [];
  const list = (contact?: string) => entries.filter((entry) => contact === undefined || entry.to === contact);
  return {
    send: async (message) => {
      entries = [entryOf(message, clock()), ...entries].slice(0, most);
    },
    list,
    lastCode: (contact) => list(contact)[0]?.code ?? undefined,
    clear: () => {
      entries = [];
    },
  };
}

const entryOf = (message: Message, sentAtMs: number): InboxEntry => ({
  id: message.id,
  to: message.to,
  channel: message.channel,
  subject: message.channel === 'email' ? message.subject : '',
  text: message.text,
  html: message.channel === 'email' ? message.html : '',
  code: message.code ?? null,
  sentAtMs,
});
