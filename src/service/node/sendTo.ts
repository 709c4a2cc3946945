import { sendByChannel } from '../delivery/channels.js';
import type { Send } from '../delivery/message.js';
import { smsWebhookSend } from '../delivery/smsWebhook.js';
import { smtpSend } from '../delivery/smtp.js';
import type { DeliveryPlaces } from './environment.js';

/** The senders that the environment configures. */
export function sendTo({ smtp, smsWebhook }: DeliveryPlaces): Send {
  return sendByChannel({ email: smtp && smtpSend(smtp), sms: smsWebhook && smsWebhookSend(smsWebhook) });
}
