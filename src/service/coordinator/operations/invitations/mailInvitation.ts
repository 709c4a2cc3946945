import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import { enqueue } from '../../../delivery/outbox.js';
import type { Row } from '../../../store/schema.js';
import { countMail } from '../../codes/countMail.js';
import type { Execution } from '../../engine/handler.js';
import { invitationEmail } from './invitationEmail.js';

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
  const { appName, logoUrl } = settings.emailCustomizationParams;
  const origin = settings.allowedOrigins.find((allowed) => allowed !== '*');
  const draft = invitationEmail({
    to,
    appName,
    logoUrl,
    organizationName: organization.name,
    senderName: caller.user.user_name,
    receiverName: invitation.receiver_user_name,
    invitationId: id,
    origin: origin ?? (settings.smsOriginHost && `https://${settings.smsOriginHost}`),
    expiresAtMs,
    fromAddress: settings.sendFromEmailAddress,
    fromName: settings.sendFromEmailSenderName,
    replyTo: settings.replyToEmailAddress,
  });
  await enqueue(tools, transaction, {
    organizationId: organization.organization_id,
    draft,
    requester: `user:${caller.user.user_id}`,
    owner: { kind: 'invitation', id },
    nowMs,
    expiresAtMs,
  });
}
