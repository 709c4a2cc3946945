import { magicLinkOf } from '../../configuration/magicLink.js';
import { htmlMail } from '../../delivery/htmlMail.js';
import type { EmailMessage } from '../../delivery/message.js';
import { escapeHtml } from '../../escapeHtml.js';
import { fillTemplate } from '../../templates/fillTemplate.js';
import type { ChosenTemplate } from '../emailTemplates/chosenTemplate.js';
import { codeWords } from '../otp/codeWords.js';
import { type KeyPurpose, keyWords } from './keyWords.js';
import type { MailLook } from './mailLook.js';

/** What the mail of a key is made from. */
export type KeyMail = Omit<MailLook, 'fromName'> & {
  readonly fromName: string;
  readonly to: string;
  /** The key, sealed: only the requester can open it. @see Wire facts 4(a) */
  readonly bundle: string;
  readonly purpose: KeyPurpose;
  readonly lifetimeSeconds: number;
  readonly nowMs: number;
  readonly template?: ChosenTemplate | undefined;
};

/**
 * An e-mail with a key: as a link, if there is a template, and as text to paste. Opening the link changes nothing, since mail scanners open
 * links too; the page uses its content when the person clicks there.
 */
export function keyEmail(mail: KeyMail): Omit<EmailMessage, 'id'> {
  const { to, bundle, fromAddress, fromName, replyTo, magicLinkTemplate, appName, template } = mail;
  const lines = wording({ ...mail, language: template?.language ?? mail.language });
  const link = magicLinkTemplate === undefined ? undefined : magicLinkOf(magicLinkTemplate, bundle);
  const envelope = { channel: 'email', to, fromName, fromAddress, replyTo, code: bundle } as const;
  if (template) {
    const { subject, expiresInMinutes, requestedAt, lifetime, requested, notYou } = lines;
    const values = { link, bundle, appName, contact: to, expiresInMinutes, requestedAt };
    return {
      ...envelope,
      ...fillTemplate({ ...template, values, lastWords: [subject, `${lifetime} ${requested}`, notYou] }),
    };
  }
  const intro = link === undefined ? [] : [lines.intro, '', link, ''];
  return {
    ...envelope,
    subject: lines.subject,
    text: [...intro, lines.paste, '', bundle, '', lines.lifetime, lines.requested, '', lines.notYou, ''].join('\n'),
    html: htmlOf(mail, lines, link),
  };
}

type Wording = Record<
  'subject' | 'intro' | 'button' | 'paste' | 'lifetime' | 'requested' | 'notYou' | 'expiresInMinutes' | 'requestedAt',
  string
>;

function wording({ appName, purpose, language = 'en', lifetimeSeconds, nowMs, magicLinkTemplate }: KeyMail): Wording {
  const { locale, lifetime, requested } = codeWords[language];
  const { pasteToo, pasteOnly, ...words } = keyWords[language];
  const ofPurpose = words[purpose];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const minutes = Math.max(1, Math.round(lifetimeSeconds / 60));
  const requestedAt = `${format.format(nowMs)} UTC`;
  return {
    expiresInMinutes: String(minutes),
    requestedAt,
    subject: ofPurpose.subject(appName),
    intro: ofPurpose.intro(appName),
    button: ofPurpose.button,
    paste: magicLinkTemplate === undefined ? pasteOnly(appName) : pasteToo(appName),
    lifetime: lifetime(unit.format(minutes)),
    requested: requested(requestedAt),
    notYou: ofPurpose.notYou,
  };
}

function htmlOf(mail: KeyMail, lines: Wording, link: string | undefined): string {
  const paragraph = (text: string, style: string) => `<p style="margin:0 0 12px;${style}">${escapeHtml(text)}</p>`;
  const small = 'font-size:14px;color:#57534e';
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#12151d;color:#fff;text-decoration:none';
  return htmlMail(mail, [
    ...(link === undefined
      ? []
      : [
          paragraph(lines.intro, 'font-size:16px'),
          `<p style="margin:20px 0"><a href="${escapeHtml(link)}" style="${button}">${escapeHtml(lines.button)}</a></p>`,
        ]),
    paragraph(lines.paste, link === undefined ? 'font-size:16px' : small),
    `<p style="margin:0 0 20px;font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere">${escapeHtml(mail.bundle)}</p>`,
    paragraph(`${lines.lifetime} ${lines.requested}`, small),
    paragraph(lines.notYou, small),
  ]);
}
