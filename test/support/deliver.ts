import { messageOwners } from '../../src/service/coordinator/messageOwners.js';
import { createDelivery, type Deliver } from '../../src/service/delivery/delivery.js';
import type { Send } from '../../src/service/delivery/message.js';
import type { Tools } from '../../src/service/tools.js';

/** Sends due messages once, like a newly started instance. */
export const deliver = (tools: Tools, send: Send): Promise<number> => deliveryOf(tools, send)();

/** An instance of its own, for messages to people. */
export function deliveryOf(tools: Tools, send: Send): Deliver {
  const sendDue = createDelivery(tools, { send, sendEvent: async () => {}, owners: messageOwners });
  return (hasRoom) => sendDue(hasRoom);
}
