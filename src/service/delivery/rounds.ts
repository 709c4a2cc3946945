import type { Kysely } from 'kysely';
import type { Row, Tables } from '../store/schema.js';
import type { Store } from '../store/store.js';
import type { OutgoingMessage } from './message.js';

/** Where a message stands in the outbox. */
export type RoundPlace = Pick<Row<'outbox'>, 'organization_id' | 'message_id'>;

/** Where the next round goes on, and how many messages it may name. */
type Round = { readonly most: number; readonly nowMs: number };

/**
 * Selects due messages of one channel in rounds over their requesters: the oldest of each before the second of any, so that one requester's
 * thousands do not delay others' first.
 *
 * @param start - the requester where the first round begins: another for each instance.
 * @returns a function that returns the next places; none only if nothing is due.
 */
export function rounds(
  { read }: Store,
  channel: OutgoingMessage['channel'],
  start: string,
): (round: Round) => Promise<readonly RoundPlace[]> {
  let after = start;
  return async ({ most, nowMs }) => {
    const turns = (from: string) => read((db) => nextTurns(db, { channel, after: from, most, nowMs }));
    const found = await turns(after);
    const named = found.length > 0 || after === '' ? found : await turns('');
    // Fewer than there may be: it was the end, and the next round begins anew.
    after = named.length < most ? '' : named.reduce((last, { requester }) => (requester > last ? requester : last), '');
    return named;
  };
}

type Turn = RoundPlace & { readonly requester: string };
type Turns = Round & { readonly channel: OutgoingMessage['channel']; readonly after: string };

/** The oldest due message of each of the next requesters. The index is entered once an requester, and not read from end to end. */
async function nextTurns(db: Kysely<Tables>, { channel, after, most, nowMs }: Turns): Promise<Turn[]> {
  const found = await db
    .withRecursive('turns(requester, turn)', (cte) =>
      cte
        .selectNoFrom((row) => [
          row
            .selectFrom('outbox')
            .select('outbox.requester')
            .where('outbox.channel', '=', channel)
            .where('outbox.requester', '>', after)
            .where('outbox.due_at_ms', '<=', nowMs)
            .orderBy('outbox.requester')
            .limit(1)
            .as('requester'),
          row.lit(1).as('turn'),
        ])
        .unionAll(
          cte
            .selectFrom('turns')
            .select((row) => [
              row
                .selectFrom('outbox')
                .select('outbox.requester')
                .where('outbox.channel', '=', channel)
                .whereRef('outbox.requester', '>', 'turns.requester')
                .where('outbox.due_at_ms', '<=', nowMs)
                .orderBy('outbox.requester')
                .limit(1)
                .as('requester'),
              row('turns.turn', '+', 1).as('turn'),
            ])
            .where('turns.requester', 'is not', null)
            .where('turns.turn', '<', most),
        ),
    )
    .selectFrom('turns')
    .select('turns.requester')
    .select((row) => {
      const oldest = row
        .selectFrom('outbox')
        .where('outbox.channel', '=', channel)
        .whereRef('outbox.requester', '=', 'turns.requester')
        .where('outbox.due_at_ms', '<=', nowMs)
        .orderBy('outbox.due_at_ms')
        .orderBy('outbox.message_id')
        .limit(1);
      return [
        oldest.select('outbox.organization_id').as('organization_id'),
        oldest.select('outbox.message_id').as('message_id'),
      ];
    })
    .where('turns.requester', 'is not', null)
    .execute();
  // Within one statement nothing changes: a requester with a turn has a message.
  return found.flatMap(({ requester, organization_id, message_id }) =>
    requester === null || organization_id === null || message_id === null
      ? []
      : [{ requester, organization_id, message_id }],
  );
}
