import type { Tools } from '../tools.js';
import type { OutgoingMessage } from './message.js';

/** Of a channel: how many messages have not left yet, and how long the oldest of them has waited, in milliseconds. */
export type OutboxState = {
  readonly channel: OutgoingMessage['channel'];
  readonly messages: number;
  readonly oldestMs: number;
};

/** Looked at no further than so many messages; a service that sends has a handful. */
const most = 10_000;
const channels: readonly OutgoingMessage['channel'][] = ['email', 'sms', 'webhook'];

/** Looks into the outbox. */
export async function outboxState({ store, clock }: Pick<Tools, 'store' | 'clock'>): Promise<readonly OutboxState[]> {
  const waiting = await store.read((db) =>
    db
      .selectFrom(db.selectFrom('outbox').select(['channel', 'created_at_ms']).limit(most).as('waiting'))
      .select(({ fn }) => ['channel', fn.countAll<number>().as('messages'), fn.min('created_at_ms').as('oldest')])
      .groupBy('channel')
      .execute(),
  );
  return channels.map((channel) => {
    const found = waiting.find((each) => each.channel === channel);
    return found === undefined
      ? { channel, messages: 0, oldestMs: 0 }
      : { channel, messages: found.messages, oldestMs: Math.max(0, clock() - found.oldest) };
  });
}
