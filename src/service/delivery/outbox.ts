import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { utf8 } from '../../crypto/bytes.js';
import type { Tables } from '../store/schema.js';
import { sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import type { Tools } from '../tools.js';
import type { Draft, Posted } from './message.js';

/** A message to send, and for whom. */
export type Posting = {
  readonly organizationId: string;
  /** Default: a random one. */
  readonly messageId?: string;
  readonly draft: Draft;
  /** The requester: messages are sent in rounds over requesters. The empty string stands for all unknown ones. */
  readonly requester: string;
  /** What the message is about: once that is over, it is not sent. */
  readonly owner?: { readonly kind: string; readonly id: string };
  /** The organization among whose messages it is listed. */
  readonly listedIn?: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
};

/** For each kind of owner: whether the one named by `owner_id` in a row of the outbox still wants its message sent, regardless of time. */
export type Owners = Readonly<Record<string, (row: ExpressionBuilder<Tables, 'outbox'>) => Expression<SqlBool>>>;

/** Where a message's sealed text stands. */
export const messagePlace = (organizationId: string, messageId: string) =>
  sealedPlace(sealedColumns.message, organizationId, messageId);

/** Puts a message into the outbox, sealed: it is sent after the transaction, and survives a restart. */
export async function enqueue(tools: Tools, db: Kysely<Tables>, posting: Posting): Promise<void> {
  const { organizationId, draft, requester, owner, listedIn, nowMs, expiresAtMs } = posting;
  const { messageId = tools.newTimedId(nowMs) } = posting;
  const { requestId, traceparent } = tools;
  const posted: Posted = { ...draft, requestId, traceparent };
  await db
    .insertInto('outbox')
    .values({
      organization_id: organizationId,
      message_id: messageId,
      channel: draft.channel,
      requester: `${organizationId}/${requester}`,
      owner_kind: owner?.kind ?? null,
      owner_id: owner?.id ?? null,
      sealed_message: await tools.sealer.seal(messagePlace(organizationId, messageId), utf8(JSON.stringify(posted))),
      due_at_ms: nowMs,
      expires_at_ms: expiresAtMs,
      tries: 0,
      leased_until_ms: 0,
      created_at_ms: nowMs,
      listed_in: listedIn ?? null,
    })
    .execute();
  tools.posted(draft.channel);
}
