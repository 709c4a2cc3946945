import type { Kysely } from 'kysely';
import { fromUtf8, utf8 } from '../../crypto/bytes.js';
import type { Row, Tables } from '../store/schema.js';
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

/** Takes back what was not yet sent: its code is dead. */
export async function withdraw(db: Kysely<Tables>, organizationId: string, otpId: string): Promise<void> {
  await db.deleteFrom('outbox').where('organization_id', '=', organizationId).where('message_id', '=', otpId).execute();
}

const leaseMs = 60_000;
const batch = 20;

/**
 * Sends what is due, once: a lease keeps two instances apart, a failure is tried again after a growing wait, and a message
 * whose code has expired is dropped unsent.
 *
 * @returns how many were sent.
 */
export async function deliver(tools: Tools, send: Send): Promise<number> {
  const nowMs = tools.clock();
  const due = await tools.store.read((db) =>
    db.selectFrom('outbox').select('message_id').where('due_at_ms', '<=', nowMs).limit(1).execute(),
  );
  if (due.length === 0) return 0;
  const leased = await tools.store.transaction((transaction) => lease(transaction, nowMs));
  const sent = await Promise.all(leased.map((row) => deliverOne(tools, send, row)));
  return sent.filter(Boolean).length;
}

async function lease(transaction: Kysely<Tables>, nowMs: number): Promise<Row<'outbox'>[]> {
  await transaction.deleteFrom('outbox').where('due_at_ms', '<=', nowMs).where('expires_at_ms', '<=', nowMs).execute();
  const due = await transaction
    .selectFrom('outbox')
    .selectAll()
    .where('due_at_ms', '<=', nowMs)
    .orderBy('due_at_ms')
    .limit(batch)
    .execute();
  for (const row of due) {
    // A leased message is due again when the lease ends: whoever holds it has then failed to say what became of it.
    await transaction
      .updateTable('outbox')
      .set({ leased_until_ms: nowMs + leaseMs, due_at_ms: nowMs + leaseMs, tries: row.tries + 1 })
      .where('organization_id', '=', row.organization_id)
      .where('message_id', '=', row.message_id)
      .execute();
  }
  return due;
}

async function deliverOne(tools: Tools, send: Send, row: Row<'outbox'>): Promise<boolean> {
  const context = { organizationId: row.organization_id, purpose: 'outbox', id: row.message_id };
  try {
    const message = JSON.parse(fromUtf8(await tools.sealer.open(context, row.sealed_message))) as Message;
    await send(message);
  } catch (error) {
    const waitMs = Math.min(60_000, 1000 * 2 ** row.tries);
    tools.log('delivery failed', { messageId: row.message_id, tries: row.tries + 1, reason: reasonOf(error) });
    await tools.store.transaction((transaction) =>
      transaction
        .updateTable('outbox')
        .set({ due_at_ms: tools.clock() + waitMs, leased_until_ms: 0 })
        .where('organization_id', '=', row.organization_id)
        .where('message_id', '=', row.message_id)
        .execute(),
    );
    return false;
  }
  await tools.store.transaction((transaction) =>
    transaction
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
