import { DeliveryError } from './deliveryError.js';
import type { EmailMessage, Send, SmsMessage } from './message.js';

/** How each channel's messages are sent. */
export type Channels = {
  readonly email?: ((message: EmailMessage) => Promise<void>) | undefined;
  readonly sms?: ((message: SmsMessage) => Promise<void>) | undefined;
};

/** One `Send` out of a way for each channel. @throws {DeliveryError} DELIVERY_NOT_CONFIGURED for a channel without one */
export function sendByChannel({ email, sms }: Channels): Send {
  return async (message) => {
    if (message.channel === 'email' && email) return email(message);
    if (message.channel === 'sms' && sms) return sms(message);
    throw new DeliveryError('DELIVERY_NOT_CONFIGURED', `Nobody said how ${message.channel} messages are sent.`);
  };
}
