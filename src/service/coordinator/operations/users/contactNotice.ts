import type { ContactKind } from '../../../../contract/contact.js';
import { type Language, languages } from '../../../../contract/language.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import type { Sender } from '../../../delivery/htmlMail.js';
import type { EmailMessage, MessageDraft } from '../../../delivery/message.js';
import { writeMail } from '../../../delivery/writeMail.js';
import { countOwed, messageTo } from '../../codes/countMail.js';
import type { Execution } from '../../engine/handlers/handler.js';
import { envelopeOf, lookBy } from '../../mails/look.js';
import { postMessage } from '../../records/messages.js';
import { noteMessage } from '../../records/otp.js';
import { noticeWords } from './contactNoticeWords.js';

/** A contact that was verified, and is the user's no more. */
export type ReplacedContact = {
  readonly kind: ContactKind;
  /** Canonical form. */
  readonly contact: string;
  readonly userId: string;
  /** The language in which its code was requested, if known. */
  readonly language: string | null;
};

/**
 * Sends a notice to a verified contact that was replaced or removed. It names neither the new contact nor the user.
 *
 * It counts toward the contact's limits and the caps. In a sub-organization it is sent even if they are used up, since an attacker could do
 * that first; nor can it be sent at will there: a contact gets one notice for each time that it was verified. In a top-level organization
 * the root quorum's word verifies a contact, so the notice is not sent beyond them.
 */
export async function notifyReplaced(execution: Execution, replaced: ReplacedContact): Promise<void> {
  const { tools, transaction, organization, nowMs } = execution;
  const { kind, contact: to, userId } = replaced;
  const settings = await settingsFor(transaction, organization);
  const language = languages.find((known) => known === replaced.language) ?? 'en';
  const look = lookBy(settings);
  const message = messageTo(execution, { otpType: kind === 'EMAIL' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS', contact: to });
  const hasRoom = await countOwed(execution, message, settings);
  if (!hasRoom && organization.parent_id === null) return;
  await noteMessage(tools, transaction, message);
  const draft: MessageDraft =
    kind === 'EMAIL'
      ? { ...envelopeOf(to, look), ...noticeEmail({ ...look, language, nowMs }) }
      : { channel: 'sms', to, text: noticeWords[language].sms(look.appName) };
  await postMessage(tools, transaction, {
    kind: 'CONTACT_NOTICE',
    listedIn: message.organizationId,
    organizationId: message.organizationId,
    draft,
    requester: `user:${userId}`,
    nowMs,
    expiresAtMs: nowMs + wantedForMs,
  });
}

/** It is worth sending for a week. */
const wantedForMs = 7 * 24 * 60 * 60_000;

/** What the mail to a replaced contact says. */
export function noticeEmail(
  notice: Sender & { readonly language: Language; readonly nowMs: number },
): Pick<EmailMessage, 'subject' | 'text' | 'html'> {
  const { appName, language, nowMs } = notice;
  const words = noticeWords[language];
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const changed = words.changed(appName, `${format.format(nowMs)} UTC`);
  return writeMail(notice, {
    subject: words.subject(appName),
    preheader: changed,
    parts: [changed, words.fromNow(appName), words.notYou(appName)].map((text) => ({ kind: 'text', text })),
  });
}
