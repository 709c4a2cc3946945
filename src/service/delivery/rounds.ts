import type { Kysely } from 'kysely';
import type { Row, Tables } from '../store/schema.js';
import type { Store } from '../store/store.js';
import type { Message } from './message.js';

/** Where a message stands in the outbox. */
export type Place = Pick<Row<'outbox'>, 'organization_id' | 'message_id'>;

/** Where the next round goes on, and how many messages it may name. */
type Round = { readonly most: number; readonly nowMs: number };

/**
 * Names due messages of one channel by rounds over their askers: one of each, its oldest, before the second of any, so that the
 * thousands of one wait behind everybody's first.
 *
 * @param start - where the first round begins, among the askers: each instance somewhere else.
 * @returns a function that answers the next so many places; none only where nothing is due.
 */
export function rounds(
  { read }: Store,
  channel: Message['channel'],
  start: string,
): (round: Round) => Promise<readonly Place[]> {
  let after = start;
  return async ({ most, nowMs }) => {
    const turns = (from: string) => read((db) => nextTurns(db, { channel, after: from, most, nowMs }));
    const found = await turns(after);
    const named = found.length > 0 || after === '' ? found : await turns('');
    // Fewer than there may be: it was the end, and the next round begins anew.
    after = named.length < most ? '' : named.reduce((last, { asker }) => (asker > last ? asker : last), '');
    return named;
  };
}

type Turn = Place & { readonly asker: string };
type Turns = Round & { readonly channel: Message['channel']; readonly after: string };

/** The oldest due message of each of the next askers. The index is entered once an asker, and not read from end to end. */
async function nextTurns(db: Kysely<Tables>, { channel, after, most, nowMs }: Turns): Promise<Turn[]> {
  const found = await db
    .withRecursive('turns(asker, turn)', (cte) =>
      cte
        .selectNoFrom((row) => [
          row
            .selectFrom('outbox')
            .select('outbox.asker')
            .where('outbox.channel', '=', channel)
            .where('outbox.asker', '>', after)
            .where('outbox.due_at_ms', '<=', nowMs)
            .orderBy('outbox.asker')
            .limit(1)
            .as('asker'),
          row.lit(1).as('turn'),
        ])
        .unionAll(
          cte
            .selectFrom('turns')
            .select((row) => [
              row
                .selectFrom('outbox')
                .select('outbox.asker')
                .where('outbox.channel', '=', channel)
                .whereRef('outbox.asker', '>', 'turns.asker')
                .where('outbox.due_at_ms', '<=', nowMs)
                .orderBy('outbox.asker')
                .limit(1)
                .as('asker'),
              row('turns.turn', '+', 1).as('turn'),
            ])
            .where('turns.asker', 'is not', null)
            .where('turns.turn', '<', most),
        ),
    )
    .selectFrom('turns')
    .select('turns.asker')
    .select((row) => {
      const oldest = row
        .selectFrom('outbox')
        .where('outbox.channel', '=', channel)
        .whereRef('outbox.asker', '=', 'turns.asker')
        .where('outbox.due_at_ms', '<=', nowMs)
        .orderBy('outbox.due_at_ms')
        .orderBy('outbox.message_id')
        .limit(1);
      return [
        oldest.select('outbox.organization_id').as('organization_id'),
        oldest.select('outbox.message_id').as('message_id'),
      ];
    })
    .where('turns.asker', 'is not', null)
    .execute();
  // Between the steps of one statement nothing changes: whoever has a turn has a message.
  return found.flatMap(({ asker, organization_id, message_id }) =>
    asker === null || organization_id === null || message_id === null ? [] : [{ asker, organization_id, message_id }],
  );
}
