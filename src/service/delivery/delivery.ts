import type { Tools } from '../tools.js';
import { createChannelQueue } from './channelQueue.js';
import type { Channel, Send, SendEvent } from './message.js';
import type { Owners } from './outbox.js';

/** How messages and events leave, and who may call them back. */
export type DeliverySettings = { readonly send: Send; readonly sendEvent: SendEvent; readonly owners: Owners };

/**
 * Sends what is due, each channel for itself, and settles when that has been sent or has failed. May be called again meanwhile.
 *
 * @param hasRoom - called when there was more than can be sent at once and a place is free again: then call it again.
 * @param what - `posted`: only what is due in channels that a message was put into within the last second.
 * @returns how many messages were sent.
 */
export type Deliver = (hasRoom?: () => void, what?: 'due' | 'posted') => Promise<number>;

/** The same, of the channels that are asked for: by default of all. */
type DeliverOf = (hasRoom?: () => void, isAsked?: (channel: Channel) => boolean) => Promise<number>;

const minuteMs = 60_000;

/** The sending half of the outbox. A failure is tried again after a growing wait. */
export function createDelivery(tools: Tools, settings: DeliverySettings): DeliverOf {
  const { send, sendEvent, owners } = settings;
  const queues = {
    email: createChannelQueue(tools, { channel: 'email', send, owners, longestWaitMs: minuteMs }),
    sms: createChannelQueue(tools, { channel: 'sms', send, owners, longestWaitMs: minuteMs }),
    webhook: createChannelQueue(tools, { channel: 'webhook', send: sendEvent, owners, longestWaitMs: 60 * minuteMs }),
  };
  return async (hasRoom = () => {}, isAsked = () => true) => {
    const asked = (Object.keys(queues) as Channel[]).filter(isAsked);
    const ends = await Promise.allSettled(asked.map((channel) => queues[channel](hasRoom)));
    let sent = 0;
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason;
      sent += end.value;
    }
    return sent;
  };
}
