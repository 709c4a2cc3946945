import { magicLinkOf } from '../../configuration/magicLink.js';
import { htmlMail } from '../../delivery/htmlMail.js';
import type { EmailMessage } from '../../delivery/message.js';
import { escapeHtml } from '../../escapeHtml.js';
import { codeWords } from '../otp/codeWords.js';
import { type KeyPurpose, keyWords } from './keyWords.js';
import type { MailLook } from './mailLook.js';

/** What the mail of a key is made from. */
export type KeyMail = Omit<MailLook, 'fromName'> & {
  readonly fromName: string;
  readonly to: string;
  /** The key, sealed: nobody but who asked opens it. @see Wire facts 4(a) */
  readonly bundle: string;
  readonly purpose: KeyPurpose;
  readonly lifetimeSeconds: number;
  readonly nowMs: number;
};

/**
 * An e-mail that carries a key as a link, where there is a template, and as text to paste. That the link was opened, as programs do that
 * look through mails, changes nothing: what it carries is used by the page, when somebody says so there.
 */
export function keyEmail(mail: KeyMail): Omit<EmailMessage, 'id'> {
  const { to, bundle, fromAddress, fromName, replyTo, magicLinkTemplate } = mail;
  const lines = wording(mail);
  const link = magicLinkTemplate === undefined ? undefined : magicLinkOf(magicLinkTemplate, bundle);
  const intro = link === undefined ? [] : [lines.intro, '', link, ''];
  return {
    channel: 'email',
    to,
    fromName,
    fromAddress,
    replyTo,
    subject: lines.subject,
    text: [...intro, lines.paste, '', bundle, '', lines.lifetime, lines.asked, '', lines.notYou, ''].join('\n'),
    html: htmlOf(mail, lines, link),
    code: bundle,
  };
}

type Wording = Record<'subject' | 'intro' | 'button' | 'paste' | 'lifetime' | 'asked' | 'notYou', string>;

function wording({ appName, purpose, language = 'en', lifetimeSeconds, nowMs, magicLinkTemplate }: KeyMail): Wording {
  const { locale, lifetime, asked } = codeWords[language];
  const { pasteToo, pasteOnly, ...words } = keyWords[language];
  const said = words[purpose];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return {
    subject: said.subject(appName),
    intro: said.intro(appName),
    button: said.button,
    paste: magicLinkTemplate === undefined ? pasteOnly(appName) : pasteToo(appName),
    lifetime: lifetime(unit.format(Math.max(1, Math.round(lifetimeSeconds / 60)))),
    asked: asked(`${format.format(nowMs)} UTC`),
    notYou: said.notYou,
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
    paragraph(`${lines.lifetime} ${lines.asked}`, small),
    paragraph(lines.notYou, small),
  ]);
}
