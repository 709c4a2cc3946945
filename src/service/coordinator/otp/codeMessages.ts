import type { Language } from '../../../contract/language.js';
import { magicLinkOf } from '../../configuration/magicLink.js';
import { htmlMail } from '../../delivery/htmlMail.js';
import type { EmailMessage, SmsMessage } from '../../delivery/message.js';
import { escapeHtml } from '../../escapeHtml.js';
import { fillTemplate } from '../../templates/fillTemplate.js';
import type { ChosenTemplate } from '../emailTemplates/chosenTemplate.js';
import { codeWords } from './codeWords.js';

/** What a message with a one-time code is made from. */
export type CodeMessage = {
  readonly to: string;
  readonly code: string;
  readonly appName: string;
  readonly lifetimeSeconds: number;
  readonly nowMs: number;
  /** Default: English. */
  readonly language?: Language | undefined;
};

/** An e-mail with the app's name, the purpose, the time of the request, and what to do if it was somebody else's. */
export function codeEmail(
  message: CodeMessage & {
    logoUrl?: string | undefined;
    /** With `%s` in the place of the code. */
    magicLinkTemplate?: string | undefined;
    fromAddress?: string | undefined;
    fromName?: string | undefined;
    replyTo?: string | undefined;
    template?: ChosenTemplate | undefined;
  },
): Omit<EmailMessage, 'id'> {
  const { to, code, appName, fromAddress, replyTo, magicLinkTemplate, template } = message;
  const language = template?.language ?? message.language ?? 'en';
  const link = magicLinkTemplate === undefined ? undefined : magicLinkOf(magicLinkTemplate, code);
  const words = codeWords[language];
  const lines = wording({ ...message, language });
  const envelope = { channel: 'email', to, fromName: message.fromName ?? appName, fromAddress, replyTo, code } as const;
  if (template) {
    const { expiresInMinutes, requestedAt, lifetime, requested, notYou } = lines;
    const values = { code, link, appName, contact: to, expiresInMinutes, requestedAt };
    const lastWords = [words.subject(code, appName), `${lifetime} ${requested}`, notYou];
    return { ...envelope, ...fillTemplate({ ...template, values, lastWords }) };
  }
  return {
    ...envelope,
    subject: words.subject(code, appName),
    text: [
      lines.intro,
      '',
      code,
      '',
      ...(link === undefined ? [] : [link, '']),
      lines.lifetime,
      lines.requested,
      '',
      lines.notYou,
      '',
    ].join('\n'),
    html: htmlOf(message, lines, link),
  };
}

/** A text message; with a host, its last line lets browsers fill the code in on that host alone. @see WebOTP, origin-bound codes */
export function codeSms({
  to,
  code,
  appName,
  template,
  originHost,
  language = 'en',
}: CodeMessage & { template?: string | undefined; originHost?: string | undefined }): Omit<SmsMessage, 'id'> {
  const text = template?.replace('{{.OtpCode}}', () => code) ?? codeWords[language].sms(code, appName);
  return { channel: 'sms', to, text: originHost === undefined ? text : `${text}\n\n@${originHost} #${code}`, code };
}

type Wording = Record<'intro' | 'lifetime' | 'requested' | 'notYou' | 'expiresInMinutes' | 'requestedAt', string>;

function wording({ appName, lifetimeSeconds, nowMs, language = 'en' }: CodeMessage): Wording {
  const words = codeWords[language];
  const minutes = Math.max(1, Math.round(lifetimeSeconds / 60));
  const { locale } = words;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const requestedAt = `${format.format(nowMs)} UTC`;
  return {
    expiresInMinutes: String(minutes),
    requestedAt,
    intro: words.intro(appName),
    lifetime: words.lifetime(unit.format(minutes)),
    requested: words.requested(requestedAt),
    notYou: words.notYou(appName),
  };
}

function htmlOf(
  message: CodeMessage & { logoUrl?: string | undefined },
  lines: Wording,
  link: string | undefined,
): string {
  const paragraph = (text: string, style: string) => `<p style="margin:0 0 12px;${style}">${escapeHtml(text)}</p>`;
  return htmlMail(message, [
    paragraph(lines.intro, 'font-size:16px'),
    `<p style="margin:20px 0;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:6px">${escapeHtml(message.code)}</p>`,
    ...(link === undefined
      ? []
      : [`<p style="margin:0 0 20px"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`]),
    paragraph(`${lines.lifetime} ${lines.requested}`, 'font-size:14px;color:#57534e'),
    paragraph(lines.notYou, 'font-size:14px;color:#57534e'),
  ]);
}
