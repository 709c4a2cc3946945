import { fromUtf8 } from '../../crypto/bytes.js';
import { toHex } from '../../crypto/hex.js';
import type { Row } from '../store/schema.js';
import type { Tools } from '../tools.js';
import { reasonOf, type TraceSpan } from '../tracing.js';
import { DeliveryError } from './deliveryError.js';
import { giveBack, lease, remove } from './lease.js';
import type { OutgoingMessage, Posted } from './message.js';
import { noteOutcome } from './noteOutcome.js';
import { messagePlace, type Owners } from './outbox.js';
import { rounds } from './rounds.js';

/** The channel, and how it is sent. */
export type ChannelSettings<Sent extends OutgoingMessage = OutgoingMessage> = {
  readonly channel: Sent['channel'];
  readonly send: (message: Sent) => Promise<void>;
  readonly owners: Owners;
  /** Between two tries of one message. */
  readonly longestWaitMs: number;
};

/** Messages of one channel that one instance sends at a time. */
const mostUnderWay = 20;

/**
 * Sends the messages of one channel on this instance, a limited number at a time. A pass sends what is due as far as there is room, and
 * settles when that was sent or has failed; passes requested while one waits are merged into it.
 *
 * @param hasRoom - called when a message has made room and more may be due: start another pass.
 */
export function createChannelQueue<Sent extends OutgoingMessage>(
  tools: Tools,
  settings: ChannelSettings<Sent>,
): (hasRoom: () => void) => Promise<number> {
  const underWay = new Map<string, Promise<boolean>>();
  const outbox = outboxOf(tools, settings);
  let looking: Promise<unknown> = Promise.resolve();
  let next: Promise<number> | undefined;

  async function pass(hasRoom: () => void): Promise<number> {
    await looking;
    while (underWay.size >= mostUnderWay) await Promise.race(underWay.values());
    next = undefined;
    const most = mostUnderWay - underWay.size;
    const finding = outbox.take(most);
    looking = finding.catch(() => {});
    const found = (await finding).filter(({ message_id }) => !underWay.has(message_id));
    const isFull = found.length === most;
    const sendings = found.map((row) => {
      const sending = outbox.handOver(row).finally(() => {
        underWay.delete(row.message_id);
        if (isFull) hasRoom();
      });
      underWay.set(
        row.message_id,
        sending.catch(() => false),
      );
      return sending;
    });
    const ends = await Promise.allSettled(sendings);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return ends.filter((end) => end.status === 'fulfilled' && end.value).length;
  }

  return (hasRoom) => {
    if (next) return next.then(() => 0);
    next = pass(hasRoom);
    return next;
  };
}

function outboxOf<Sent extends OutgoingMessage>(
  tools: Tools,
  { channel, send, owners, longestWaitMs }: ChannelSettings<Sent>,
) {
  const { store, clock, sealer, log, random, startSpan } = tools;
  const nextRound = rounds(store, channel, toHex(random(8)));
  /** Sent, but still in the outbox because the database was unavailable. Even if their leases expire, they are not sent again. */
  const sent = new Map<string, Row<'outbox'>>();

  /** Up to `most` messages, all of which are now this instance's. */
  async function take(most: number): Promise<Row<'outbox'>[]> {
    for (const row of [...sent.values()]) await removeSent(row);
    const nowMs = clock();
    const taken: Row<'outbox'>[] = [];
    try {
      while (taken.length < most) {
        const named = await nextRound({ most: most - taken.length, nowMs });
        if (named.length === 0) break;
        const leases = named.map(async (place) => taken.push(...(await lease(store, owners, place, nowMs))));
        for (const end of await Promise.allSettled(leases)) if (end.status === 'rejected') throw end.reason;
      }
    } catch (error) {
      // Messages taken before are still sent; the next pass sees the error again.
      if (taken.length === 0) throw error;
    }
    return taken;
  }

  async function removeSent(row: Row<'outbox'>): Promise<void> {
    await noteOutcome(store, row, { state: 'SENT', tries: row.tries, nowMs: clock() });
    await remove(store, row);
    sent.delete(row.message_id);
  }

  /** @returns whether it was sent. */
  async function handOver(row: Row<'outbox'>): Promise<boolean> {
    const { organization_id, message_id: id, sealed_message, tries } = row;
    let requestId: string | undefined;
    let span: TraceSpan | undefined;
    try {
      const place = messagePlace(organization_id, id);
      const { requestId: cause, ...draft } = JSON.parse(fromUtf8(await sealer.open(place, sealed_message))) as Posted;
      requestId = cause;
      span = startSpan?.(`deliver ${channel}`, {
        kind: 'client',
        parent: draft.traceparent,
        attributes: { 'latchkey.message.channel': channel, 'latchkey.message.tries': tries },
      });
      await send({ ...draft, id, ...(span && { traceparent: span.traceparent }) } as Sent);
      span?.end({ 'latchkey.message.outcome': 'sent' });
    } catch (error) {
      const isPermanent = error instanceof DeliveryError && error.isPermanent;
      const refusal = reasonOf(error);
      const outcome = isPermanent ? 'given up' : 'failed';
      span?.end({ 'latchkey.message.outcome': outcome, 'error.type': refusal }, 'failed');
      log(`delivery ${outcome}`, {
        ...{ messageId: id, requestId, tries, reason: refusal },
      });
      await noteOutcome(store, row, { state: isPermanent ? 'GIVEN_UP' : 'WAITING', tries, refusal, nowMs: clock() });
      if (isPermanent) await remove(store, row);
      else await giveBack(store, row, clock() + Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)));
      return false;
    }
    sent.set(id, row);
    await removeSent(row);
    return true;
  }

  return { take, handOver };
}

/** Twice as long each time. */
const firstWaitMs = 1000;
