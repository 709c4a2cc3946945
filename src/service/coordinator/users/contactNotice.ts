import { type Language, languages } from '../../../contract/language.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import { htmlMail } from '../../delivery/htmlMail.js';
import type { Draft } from '../../delivery/message.js';
import { enqueue } from '../../delivery/outbox.js';
import { escapeHtml } from '../../escapeHtml.js';
import { noteMessage } from '../otp/records.js';
import type { Execution } from '../pipeline/execution.js';
import { type NoticeWords, noticeWords } from './contactNoticeWords.js';
import type { ContactKind } from './contacts.js';

/** A contact that was verified, and is the user's no more. */
export type ReplacedContact = {
  readonly kind: ContactKind;
  /** Canonical form. */
  readonly contact: string;
  readonly userId: string;
  /** In which its code was asked for, where that is known. */
  readonly language: string | null;
};

/**
 * Tells a verified contact that another took its place, or none. The message names neither that nor whose it was.
 *
 * It counts in what the contact may get, and is never refused for it: whoever takes an account over could use the limits up first. Nor
 * can anybody send it at will: a contact is told once for each time that it was proved.
 */
export async function tellReplaced(execution: Execution, replaced: ReplacedContact): Promise<void> {
  const { tools, transaction, organization, nowMs } = execution;
  const { kind, contact: to, userId } = replaced;
  const settings = await settingsFor(transaction, organization);
  const language = languages.find((known) => known === replaced.language) ?? 'en';
  const { appName, logoUrl } = settings.emailCustomizationParams;
  const { sendFromEmailAddress, sendFromEmailSenderName, replyToEmailAddress } = settings;
  const organizationId = organization.parent_id ?? organization.organization_id;
  const otpType = kind === 'EMAIL' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
  await noteMessage(tools, transaction, { organizationId, otpType, contact: to, nowMs });
  const draft: Draft =
    kind === 'EMAIL'
      ? {
          channel: 'email',
          to,
          fromName: sendFromEmailSenderName ?? appName,
          fromAddress: sendFromEmailAddress,
          replyTo: replyToEmailAddress,
          ...mailOf({ appName, logoUrl, language, nowMs }),
        }
      : { channel: 'sms', to, text: noticeWords[language].sms(appName) };
  await enqueue(tools, transaction, {
    organizationId,
    draft,
    requester: `user:${userId}`,
    nowMs,
    expiresAtMs: nowMs + wantedForMs,
  });
}

/** It is worth hearing for a week. */
const wantedForMs = 7 * 24 * 60 * 60_000;

type Mail = { appName: string; logoUrl: string | undefined; language: Language; nowMs: number };

function mailOf({ appName, logoUrl, language, nowMs }: Mail): { subject: string; text: string; html: string } {
  const words: NoticeWords = noticeWords[language];
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const lines = [words.changed(appName, `${format.format(nowMs)} UTC`), words.fromNow(appName), words.notYou(appName)];
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px;font-size:16px">${escapeHtml(line)}</p>`);
  return {
    subject: words.subject(appName),
    text: lines.map((line) => `${line}\n`).join('\n'),
    html: htmlMail({ appName, logoUrl, language }, paragraphs),
  };
}
