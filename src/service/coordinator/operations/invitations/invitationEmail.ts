import type { MailContent } from '../../../delivery/mailContent.js';
import type { EmailMessage } from '../../../delivery/message.js';
import { writeMail } from '../../../delivery/writeMail.js';

/** What an invitation's mail is made from. */
export type InvitationMail = {
  readonly to: string;
  readonly appName: string;
  readonly logoUrl: string | undefined;
  readonly organizationName: string;
  readonly senderName: string;
  readonly receiverName: string;
  readonly invitationId: string;
  /** The app's, where it is known. */
  readonly origin: string | undefined;
  readonly expiresAtMs: number;
  readonly fromAddress: string | undefined;
  readonly fromName: string | undefined;
  readonly replyTo: string | undefined;
};

/** An e-mail with the inviter, the organization, the expiry, and what to do if it was not expected. */
export function invitationEmail(mail: InvitationMail): Omit<EmailMessage, 'id'> {
  const { to, appName, fromAddress, fromName = appName, replyTo } = mail;
  const { organizationName, senderName, receiverName, invitationId, origin, expiresAtMs } = mail;
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const query = `?invitation=${invitationId}`;
  const invites = `${receiverName}, ${senderName} invites you to ${organizationName} on ${appName}.`;
  const content: MailContent = {
    subject: `Your invitation to ${appName}`,
    preheader: invites,
    parts: [
      { kind: 'text', text: invites },
      origin === undefined
        ? { kind: 'text', text: `Open ${appName} with ${query} at the end of its address.` }
        : { kind: 'button', href: `${origin}/${query}`, name: 'Accept the invitation' },
      {
        kind: 'note',
        lines: [`The invitation is good until ${format.format(expiresAtMs)}. You log in with this email address.`],
      },
      {
        kind: 'last',
        text: `You don't know ${senderName}? Ignore this email: nothing happens until you accept.`,
      },
    ],
  };
  return { channel: 'email', to, fromName, fromAddress, replyTo, ...writeMail(mail, content) };
}
