import type { EmailMessage, SmsMessage } from '../../../delivery/message.js';
import { writeMail } from '../../../delivery/writeMail.js';
import type { MailLook } from '../../mails/keyEmail.js';

type Look = Omit<MailLook, 'magicLinkTemplate' | 'language'>;

/** An e-mail that only has to arrive. */
export const testEmail = (to: string, look: Look): Omit<EmailMessage, 'id'> => ({
  ...{ channel: 'email', to, fromName: look.fromName ?? look.appName },
  ...{ fromAddress: look.fromAddress, replyTo: look.replyTo },
  ...writeMail(look, {
    subject: `A test from ${look.appName}`,
    preheader: arrives(look),
    parts: [{ kind: 'text', text: arrives(look) }],
  }),
});

/** A text message that only has to arrive. */
export const testSms = (to: string, look: Look): Omit<SmsMessage, 'id'> => ({
  channel: 'sms',
  to,
  text: arrives(look),
});

const arrives = ({ appName }: Look): string => `This is a test: messages from ${appName} arrive.`;
