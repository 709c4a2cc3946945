import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Row, Tables } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { noteOutcome } from './noteOutcome.js';
import type { Owners } from './outbox.js';
import type { RoundPlace } from './rounds.js';

/** How long an instance may hold a message before it reports the outcome. */
const leaseMs = 60_000;

/**
 * Leases one message, if it is still due and wanted; one that is over is dropped unsent. Of two instances the later one waits for the
 * first, and finds it no longer due. A leased message is due again when the lease expires: its holder has then failed to report the
 * outcome.
 *
 * Only a message's owner determines that it is over; whoever ends the owner does not touch the outbox: its few index pages would make all
 * transactions conflict.
 */
export async function lease(store: Store, owners: Owners, place: RoundPlace, nowMs: number): Promise<Row<'outbox'>[]> {
  const { change } = store;
  const leased = await change((db) =>
    db
      .updateTable('outbox')
      .set((columns) => ({
        leased_until_ms: nowMs + leaseMs,
        due_at_ms: nowMs + leaseMs,
        tries: columns('tries', '+', 1),
      }))
      .where('organization_id', '=', place.organization_id)
      .where('message_id', '=', place.message_id)
      .where('due_at_ms', '<=', nowMs)
      .where('expires_at_ms', '>', nowMs)
      .where((row) => isWanted(row, owners))
      .returningAll()
      .execute(),
  );
  if (leased.length > 0) return leased;
  const dropped = await change((db) =>
    db
      .deleteFrom('outbox')
      .where('organization_id', '=', place.organization_id)
      .where('message_id', '=', place.message_id)
      .where('due_at_ms', '<=', nowMs)
      .where((row) => row.or([row('expires_at_ms', '<=', nowMs), row.not(isWanted(row, owners))]))
      .returning(['message_id', 'listed_in', 'tries', 'expires_at_ms'])
      .execute(),
  );
  for (const { tries, expires_at_ms, ...message } of dropped)
    if (expires_at_ms > nowMs) await noteOutcome(store, message, { state: 'NOT_WANTED', tries, nowMs });
  return [];
}

/** Gives a message back, to be tried again at that time. */
export async function giveBack({ change }: Store, place: RoundPlace, dueAtMs: number): Promise<void> {
  await change((db) =>
    db
      .updateTable('outbox')
      .set({ due_at_ms: dueAtMs, leased_until_ms: 0 })
      .where('organization_id', '=', place.organization_id)
      .where('message_id', '=', place.message_id)
      .execute(),
  );
}

/** Takes a message out of the outbox: it was sent, or never will be. */
export async function remove({ change }: Store, place: RoundPlace): Promise<void> {
  await change((db) =>
    db
      .deleteFrom('outbox')
      .where('organization_id', '=', place.organization_id)
      .where('message_id', '=', place.message_id)
      .execute(),
  );
}

/** Messages without an owner, or with one of a kind that only a newer version knows, are wanted until their time ends. */
const isWanted = (row: ExpressionBuilder<Tables, 'outbox'>, owners: Owners): Expression<SqlBool> =>
  row.or([
    row('owner_kind', 'is', null),
    row('owner_kind', 'not in', Object.keys(owners)),
    ...Object.entries(owners).map(([kind, needsMessage]) => row.and([row('owner_kind', '=', kind), needsMessage(row)])),
  ]);
