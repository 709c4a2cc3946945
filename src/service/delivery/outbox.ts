import type { ExpressionBuilder, Kysely } from 'kysely';
import { fromUtf8, utf8 } from '../../crypto/bytes.js';
import { mostTries } from '../coordinator/otpCode.js';
import type { Row, Tables } from '../store/schema.js';
import type { Store } from '../store/store.js';
import type { Tools } from '../tools.js';
import type { Message, Send } from './message.js';

type Posting = {
  readonly organizationId: string;
  readonly otpId: string;
  readonly message: Message;
  readonly nowMs: number;
  readonly expiresAtMs: number;
};

/** Puts a message into the outbox, sealed: it is sent after the transaction, and survives a restart. */
export async function enqueue(tools: Tools, db: Kysely<Tables>, posting: Posting): Promise<void> {
  const context = { organizationId: posting.organizationId, purpose: 'outbox', id: posting.otpId };
  await db
    .insertInto('outbox')
    .values({
      organization_id: posting.organizationId,
      message_id: posting.otpId,
      sealed_message: await tools.sealer.seal(context, utf8(JSON.stringify(posting.message))),
      due_at_ms: posting.nowMs,
      expires_at_ms: posting.expiresAtMs,
      tries: 0,
      leased_until_ms: 0,
      created_at_ms: posting.nowMs,
    })
    .execute();
  tools.posted();
}

const leaseMs = 60_000;
const batch = 20;

/**
 * Sends what is due, once: a lease keeps two instances apart, and a failure is tried again after a growing wait. A message is
 * dropped unsent whose code can open nothing any more: expired, retired, spent, or guessed at too often. The code alone says so,
 * and whoever uses one up leaves the outbox alone: its few index pages would put everybody in everybody's way.
 *
 * @returns how many were sent.
 */
export async function deliver(tools: Tools, send: Send): Promise<number> {
  const { store } = tools;
  const nowMs = tools.clock();
  const due = await store.read((db) =>
    db
      .selectFrom('outbox')
      .select(['organization_id', 'message_id'])
      .where('due_at_ms', '<=', nowMs)
      .orderBy('due_at_ms')
      .limit(batch)
      .execute(),
  );
  const leased = (await Promise.all(due.map((place) => lease(store, place, nowMs)))).flat();
  if (leased.length < due.length) await drop(store, nowMs);
  const sent = await Promise.all(leased.map((row) => deliverOne(tools, send, row)));
  return sent.filter(Boolean).length;
}

type Place = Pick<Row<'outbox'>, 'organization_id' | 'message_id'>;

/**
 * Takes one message, if it is still due and good. Of two instances the later one waits for the first, and finds it due no more.
 * A leased message is due again when the lease ends: whoever holds it has then failed to say what became of it.
 */
function lease({ change }: Store, { organization_id, message_id }: Place, nowMs: number): Promise<Row<'outbox'>[]> {
  return change((db) =>
    db
      .updateTable('outbox')
      .set((columns) => ({
        leased_until_ms: nowMs + leaseMs,
        due_at_ms: nowMs + leaseMs,
        tries: columns('tries', '+', 1),
      }))
      .where('organization_id', '=', organization_id)
      .where('message_id', '=', message_id)
      .where('due_at_ms', '<=', nowMs)
      .where('expires_at_ms', '>', nowMs)
      .where(isUsable)
      .returningAll()
      .execute(),
  );
}

async function drop({ change }: Store, nowMs: number): Promise<void> {
  await change((db) =>
    db
      .deleteFrom('outbox')
      .where('due_at_ms', '<=', nowMs)
      .where((row) => row.or([row('expires_at_ms', '<=', nowMs), row.not(isUsable(row))]))
      .execute(),
  );
}

/** Whether a message's code can still be used, its time aside. */
function isUsable({ exists, selectFrom }: ExpressionBuilder<Tables, 'outbox'>) {
  return exists(
    selectFrom('otp_codes')
      .select('otp_codes.otp_id')
      .whereRef('otp_codes.organization_id', '=', 'outbox.organization_id')
      .whereRef('otp_codes.otp_id', '=', 'outbox.message_id')
      .where('otp_codes.retired', '=', 0)
      .where('otp_codes.verified_token_id', 'is', null)
      .where('otp_codes.tries', '<', mostTries),
  );
}

async function deliverOne(tools: Tools, send: Send, row: Row<'outbox'>): Promise<boolean> {
  const { store } = tools;
  const context = { organizationId: row.organization_id, purpose: 'outbox', id: row.message_id };
  try {
    const message = JSON.parse(fromUtf8(await tools.sealer.open(context, row.sealed_message))) as Message;
    await send(message);
  } catch (error) {
    const waitMs = Math.min(60_000, 1000 * 2 ** (row.tries - 1));
    tools.log('delivery failed', { messageId: row.message_id, tries: row.tries, reason: reasonOf(error) });
    await store.change((db) =>
      db
        .updateTable('outbox')
        .set({ due_at_ms: tools.clock() + waitMs, leased_until_ms: 0 })
        .where('organization_id', '=', row.organization_id)
        .where('message_id', '=', row.message_id)
        .execute(),
    );
    return false;
  }
  await store.change((db) =>
    db
      .deleteFrom('outbox')
      .where('organization_id', '=', row.organization_id)
      .where('message_id', '=', row.message_id)
      .execute(),
  );
  return true;
}

/** The error's code or name: its message may quote the address. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? String((error as { code?: unknown }).code ?? error.name) : 'unknown';
