import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import type { MailContent } from '../../../delivery/mailContent.js';
import type { EmailMessage } from '../../../delivery/message.js';
import { writeMail } from '../../../delivery/writeMail.js';
import type { Row } from '../../../store/schema.js';
import { countMail } from '../../codes/countMail.js';
import type { Execution } from '../../engine/handlers/handler.js';
import { envelopeOf, lookBy } from '../../mails/look.js';
import { postMessage } from '../../records/messages.js';

/**
 * Mails the invited person, if the organization may send mail. A sub-organization, which anybody can create, may do so only if its parent's
 * configuration allows it: otherwise it would relay anybody's text.
 *
 * @throws {RefusedError} TOO_MANY_CODES, LOGIN_BUSY
 */
export async function mailInvitation(execution: Execution, invitation: Row<'invitations'>): Promise<void> {
  const { tools, transaction, organization, caller, nowMs } = execution;
  const settings = await settingsFor(transaction, organization);
  if (organization.parent_id !== null && !settings.subOrganizationMail) return;
  const { receiver_user_email: to, invitation_id: id, expires_at_ms: expiresAtMs } = invitation;
  await countMail(execution, to, settings);
  const origin = settings.allowedOrigins.find((allowed) => allowed !== '*');
  const draft = invitationEmail({
    ...lookBy(settings),
    to,
    organizationName: organization.name,
    senderName: caller.user.user_name,
    receiverName: invitation.receiver_user_name,
    invitationId: id,
    link:
      organization.parent_id === null && tools.dashboardUrl !== undefined
        ? `${tools.dashboardUrl}#invitation=${id}`
        : linkOf(origin ?? (settings.smsOriginHost && `https://${settings.smsOriginHost}`), id),
    expiresAtMs,
  });
  await postMessage(tools, transaction, {
    kind: 'INVITATION',
    listedIn: organization.parent_id ?? organization.organization_id,
    organizationId: organization.organization_id,
    draft,
    requester: `user:${caller.user.user_id}`,
    owner: { kind: 'invitation', id },
    nowMs,
    expiresAtMs,
  });
}

const linkOf = (origin: string | undefined, id: string) => origin && `${origin}/?invitation=${id}`;

/** What an invitation's mail is made from. */
export type InvitationMail = {
  readonly to: string;
  readonly appName: string;
  readonly logoUrl: string | undefined;
  readonly organizationName: string;
  readonly senderName: string;
  readonly receiverName: string;
  readonly invitationId: string;
  /** Where it is accepted: at the app, where that is known, or at the operators' dashboard. */
  readonly link: string | undefined;
  readonly expiresAtMs: number;
  readonly fromAddress: string | undefined;
  readonly fromName: string | undefined;
  readonly replyTo: string | undefined;
};

/** An e-mail with the inviter, the organization, the expiry, and what to do if it was not expected. */
export function invitationEmail(mail: InvitationMail): Omit<EmailMessage, 'id'> {
  const { to, appName, organizationName, senderName, receiverName, invitationId, link, expiresAtMs } = mail;
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const invites = `${receiverName}, ${senderName} invites you to ${organizationName} on ${appName}.`;
  const content: MailContent = {
    subject: `Your invitation to ${appName}`,
    preheader: invites,
    parts: [
      { kind: 'text', text: invites },
      link === undefined
        ? { kind: 'text', text: `Open ${appName} with ?invitation=${invitationId} at the end of its address.` }
        : { kind: 'button', href: link, name: 'Accept the invitation' },
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
  return { ...envelopeOf(to, mail), ...writeMail(mail, content) };
}
