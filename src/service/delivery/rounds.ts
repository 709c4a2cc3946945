import type { Kysely } from 'kysely';
import { newSlices } from '../slices.js';
import type { Row, Tables } from '../store/schema.js';
import type { Store } from '../store/store.js';
import type { OutgoingMessage } from './message.js';

/** Where a message stands in the outbox. */
export type RoundPlace = Pick<Row<'outbox'>, 'organization_id' | 'message_id'>;

/** How many messages a round may name. */
type Round = { readonly most: number; readonly nowMs: number };

/** Requesters that one statement looks at. */
const mostLookedAt = 100;

/**
 * Selects due messages of one channel in rounds over their requesters: the oldest of each before the second of any, so that one requester's
 * thousands do not delay others' first. What it costs grows with the requesters, not with the messages that wait for their next try.
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
    let isFromStart = after === '';
    for (const slices = newSlices(); ; ) {
      if (slices.isDue()) await slices.take();
      const lookedAt = await read((db) => nextRequesters(db, { channel, after, nowMs }));
      const due = lookedAt.filter(hasMessage).slice(0, most);
      const isEnd = lookedAt.length < mostLookedAt && due.length < most;
      after = isEnd ? '' : ((due.length === most ? due : lookedAt).at(-1)?.requester ?? '');
      if (due.length > 0 || (isEnd && isFromStart)) return due;
      isFromStart ||= isEnd;
    }
  };
}

type Requester = { readonly requester: string | null } & { readonly [Key in keyof RoundPlace]: RoundPlace[Key] | null };

const hasMessage = (found: Requester): found is RoundPlace & { readonly requester: string } =>
  found.requester !== null && found.organization_id !== null && found.message_id !== null;

type Looking = { readonly channel: OutgoingMessage['channel']; readonly after: string; readonly nowMs: number };

/**
 * The next requesters in their order, each with the oldest of its messages that is due, if any. The index is entered once a requester, and
 * not read from end to end.
 */
async function nextRequesters(db: Kysely<Tables>, { channel, after, nowMs }: Looking): Promise<Requester[]> {
  const found = await db
    .withRecursive('requesters(requester, place)', (cte) =>
      cte
        .selectNoFrom((row) => [
          row
            .selectFrom('outbox')
            .select('outbox.requester')
            .where('outbox.channel', '=', channel)
            .where('outbox.requester', '>', after)
            .orderBy('outbox.requester')
            .limit(1)
            .as('requester'),
          row.lit(1).as('place'),
        ])
        .unionAll(
          cte
            .selectFrom('requesters')
            .select((row) => [
              row
                .selectFrom('outbox')
                .select('outbox.requester')
                .where('outbox.channel', '=', channel)
                .whereRef('outbox.requester', '>', 'requesters.requester')
                .orderBy('outbox.requester')
                .limit(1)
                .as('requester'),
              row('requesters.place', '+', 1).as('place'),
            ])
            .where('requesters.requester', 'is not', null)
            .where('requesters.place', '<', mostLookedAt),
        ),
    )
    .selectFrom('requesters')
    .select(['requesters.requester', 'requesters.place'])
    .select((row) => {
      const oldest = row
        .selectFrom('outbox')
        .where('outbox.channel', '=', channel)
        .whereRef('outbox.requester', '=', 'requesters.requester')
        .where('outbox.due_at_ms', '<=', nowMs)
        .orderBy('outbox.due_at_ms')
        .orderBy('outbox.message_id')
        .limit(1);
      return [
        oldest.select('outbox.organization_id').as('organization_id'),
        oldest.select('outbox.message_id').as('message_id'),
      ];
    })
    .where('requesters.requester', 'is not', null)
    .execute();
  return found.sort((one, other) => one.place - other.place);
}
