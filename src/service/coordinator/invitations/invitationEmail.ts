import { htmlMail } from '../../delivery/htmlMail.js';
import type { EmailMessage } from '../../delivery/message.js';
import { escapeHtml } from '../../escapeHtml.js';

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
  const lines = wording(mail);
  return {
    channel: 'email',
    to,
    fromName,
    fromAddress,
    replyTo,
    subject: `Your invitation to ${appName}`,
    text: [...lines.flatMap((line) => [line, '']), ''].join('\n').replace(/\n+$/, '\n'),
    html: htmlOf(mail, lines),
  };
}

function wording(mail: InvitationMail): string[] {
  const { appName, organizationName, senderName, receiverName, invitationId, origin, expiresAtMs } = mail;
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const query = `?invitation=${invitationId}`;
  return [
    `${receiverName}, ${senderName} invites you to ${organizationName} on ${appName}.`,
    origin === undefined ? `Open ${appName} with ${query} at the end of its address.` : `Accept: ${origin}/${query}`,
    `The invitation is good until ${format.format(expiresAtMs)}. You log in with this email address.`,
    `You don't know ${senderName}? Ignore this email: nothing happens until you accept.`,
  ];
}

function htmlOf(mail: InvitationMail, lines: readonly string[]): string {
  const { origin, invitationId } = mail;
  const link = origin === undefined ? undefined : `${origin}/?invitation=${invitationId}`;
  const paragraphs = lines.map((line, index) => {
    const isLink = index === 1 && link !== undefined;
    const inner = isLink ? `<a href="${escapeHtml(link)}">Accept the invitation</a>` : escapeHtml(line);
    return `<p style="margin:0 0 12px;font-size:16px">${inner}</p>`;
  });
  return htmlMail(mail, paragraphs);
}
