import type { Row } from '../store/schema.js';
import type { Store } from '../store/store.js';

/** What became of a message: `WAITING`, as long as it is tried again. */
export type MessageOutcome = Pick<Row<'sent_messages'>, 'state' | 'tries'> & {
  /** The code of what was in the way. */
  readonly refusal?: string;
  readonly nowMs: number;
};

/** Where a message is listed, if it is. */
export type ListedMessage = Pick<Row<'outbox'>, 'message_id' | 'listed_in'>;

/** Notes what became of a message in the list of messages. That it was sent stands, whatever another instance believes. */
export async function noteOutcome(
  { change }: Store,
  { message_id, listed_in }: ListedMessage,
  { state, tries, refusal, nowMs }: MessageOutcome,
): Promise<void> {
  if (listed_in === null) return;
  await change((db) =>
    db
      .updateTable('sent_messages')
      .set({ state, tries, refusal: refusal ?? null, changed_at_ms: nowMs })
      .where('organization_id', '=', listed_in)
      .where('message_id', '=', message_id)
      .where('state', '<>', 'SENT')
      .execute(),
  );
}
