import { canonicalContact } from '../../contract/contact.js';
import type { Message } from '../delivery/message.js';
import type { DeliveryPlaces } from './environment.js';
import type { Outputs } from './outputs.js';
import { sendTo } from './sendTo.js';

/**
 * `latchkey send-test`: sends one message as codes are sent, and says whether it was taken.
 *
 * @param to - an e-mail address, or a phone number with its country's code.
 * @throws {RefusedError} CONTACT_INVALID
 * @throws {DeliveryError}
 */
export async function sendTestCommand(delivery: DeliveryPlaces, to: string, { say }: Outputs): Promise<number> {
  await sendTo(delivery)(testMessage(to));
  say(
    to.includes('@')
      ? 'The SMTP server has taken it. Look whether it arrives, and not among the spam.'
      : 'The webhook has taken it. Look whether it arrives.',
  );
  return 0;
}

function testMessage(typed: string): Message {
  const id = crypto.randomUUID();
  const text = 'This is a test: messages from your login service arrive.';
  if (!typed.includes('@')) return { channel: 'sms', id, to: canonicalContact('OTP_TYPE_SMS', typed), text };
  const to = canonicalContact('OTP_TYPE_EMAIL', typed);
  return {
    channel: 'email',
    id,
    to,
    fromName: 'Latchkey',
    subject: 'A test of your mail',
    text,
    html: `<p>${text}</p>`,
  };
}
